import { wireProfiles, type WireProfile } from '@onair/contract'
import { webhookHeaderPrefix } from '../../shared/wire-profile.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadSigningSecrets } from '../apps/signing-secrets.ts'
import { lockDueDeliveries, insertAttempts, type DueDelivery } from './delivery-store.ts'
import { buildBody, buildHeaders } from './notification.ts'

/** Real time that an attempt has until its taker counts as gone: the exchange and the record of it take less. */
export const leaseSec = 10

/** One POST that may be made now, once: it is written down and counts as made, whatever becomes of who makes it. */
export type Attempt = {
  deliveryId: string
  clientId: string
  lease: string
  resendNo: number
  url: string
  headers: Record<string, string>
  body: Buffer
}

/** Takes what is due, as many of each endpoint as it has turns. */
export async function startAttempts(
  allowances: ReadonlyMap<string, number>,
  { clock, config, db, programKey, random, version }: StartDeps,
): Promise<Attempt[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await lockDueDeliveries(tx, allowances, now)
    if (due.length === 0) return []
    const secrets = await loadSigningSecrets(tx, [...new Set(due.map(({ clientId }) => clientId))], {
      clock,
      programKey,
    })
    const lease = random.uuid()
    const attempts = due.map((delivery): Attempt => {
      const { id: deliveryId, clientId, resendNo, url } = delivery
      const body = delivery.body ?? buildBody(delivery, delivery, now)
      const prefix = webhookHeaderPrefix(profileOf(delivery, config), delivery.headerPrefix, config.headerPrefix)
      const signing = { prefix, secret: secrets.get(clientId) ?? noSecret(clientId), version }
      const headers = buildHeaders({ ...delivery, body }, signing, now)
      return { deliveryId, clientId, lease, resendNo, url, headers, body }
    })
    const started = attempts.map(({ headers, ...attempt }) => ({ ...attempt, headers: JSON.stringify(headers) }))
    await insertAttempts(tx, started, { lease, leaseSec, now })
    return attempts
  })
}

type StartDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'programKey' | 'random' | 'version'>

function profileOf({ wireProfile }: DueDelivery, config: Deps['config']): WireProfile {
  return wireProfiles.find((profile) => profile === wireProfile) ?? config.wireProfile
}

function noSecret(clientId: string): never {
  throw new Error(`application ${clientId} has no client secret`)
}

import { wireProfiles, type WireProfile } from '@onair/contract'
import { webhookHeaderPrefix } from '../../kit/wire-profile.ts'
import type { World } from '../../world/world.ts'
import { signingSecrets } from '../apps/signing-secret.ts'
import { lockDue, markBegun, type DueDelivery } from './delivery-store.ts'
import { bodyOf, headersOf } from './notification.ts'

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
export async function beginAttempts(
  turns: ReadonlyMap<string, number>,
  { clock, config, db, programKey, random, version }: BeginsWith,
): Promise<Attempt[]> {
  const now = clock.now()
  return db.change(async (tx) => {
    const due = await lockDue(tx, turns, now)
    if (due.length === 0) return []
    const secrets = await signingSecrets(tx, [...new Set(due.map(({ clientId }) => clientId))], { clock, programKey })
    const lease = random.uuid()
    const attempts = due.map((delivery): Attempt => {
      const { id: deliveryId, clientId, resendNo, url } = delivery
      const body = delivery.body ?? bodyOf(delivery, delivery, now)
      const prefix = webhookHeaderPrefix(profileOf(delivery, config), delivery.headerPrefix, config.headerPrefix)
      const signing = { prefix, secret: secrets.get(clientId) ?? noSecret(clientId), version }
      const headers = headersOf({ ...delivery, body }, signing, now)
      return { deliveryId, clientId, lease, resendNo, url, headers, body }
    })
    const begun = attempts.map(({ headers, ...attempt }) => ({ ...attempt, headers: JSON.stringify(headers) }))
    await markBegun(tx, begun, { lease, leaseSec, now })
    return attempts
  })
}

type BeginsWith = Pick<World, 'clock' | 'config' | 'db' | 'programKey' | 'random' | 'version'>

function profileOf({ wireProfile }: DueDelivery, config: World['config']): WireProfile {
  return wireProfiles.find((profile) => profile === wireProfile) ?? config.wireProfile
}

function noSecret(clientId: string): never {
  throw new Error(`application ${clientId} has no client secret`)
}

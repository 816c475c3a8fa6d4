import type { AttemptChange, ChangedDelivery, SignedContent } from '../../hooks.ts'
import { resolveWireProfile, webhookHeaderPrefix } from '../../shared/callers/wire-profile.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadEndpointSecrets } from './endpoint-secrets.ts'
import { deleteAttempts, insertAttempts, lockDueDeliveries, type DueDelivery } from './delivery-store.ts'
import { buildBody, buildHeaders } from './notification.ts'

/** How long a worker holds a delivery, in database time. Longer than the request deadline and the write of its result. */
export const leaseSec = 10

/** A POST to send once, now. It is already stored and counted, even if the process dies before sending it. */
export type Attempt = {
  deliveryId: string
  clientId: string
  endpointId: string
  lease: string
  retryNo: number
  isTest: boolean
  url: string
  headers: Record<string, string>
  body: Buffer
  /** The body that retries send, without a change. */
  ownBody: Buffer
  /** The trace of the request that caused the notification. */
  traceId: string | null
  change: AttemptChange | undefined
}

/** Leases due deliveries, as many of each endpoint as `allowances` says, and stores their attempts. Decision 5. */
export async function startAttempts(
  allowances: ReadonlyMap<string, number>,
  { clock, config, db, hooks, programKey, random, version }: StartDeps,
): Promise<Attempt[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const locked: (DueDelivery & ChangedDelivery)[] = await lockDueDeliveries(tx, allowances, now)
    const due = hooks.onAttempts === null ? locked : await hooks.onAttempts(tx, locked, now)
    if (due.length === 0) return []
    const secretsByEndpoint = await loadEndpointSecrets(tx, due, { clock, programKey })
    const lease = random.uuid()
    const attempts = due.map((delivery): Attempt => {
      const { id: deliveryId, clientId, endpointId, retryNo, isTest, url, traceId, change } = delivery
      const ownBody = delivery.body ?? buildBody(delivery, delivery, now)
      const profile = resolveWireProfile(delivery.wireProfile, config)
      const prefix = webhookHeaderPrefix(profile, delivery.headerPrefix, config.headerPrefix)
      const sign = ({ body, secrets, signedAt }: SignedContent) =>
        buildHeaders({ ...delivery, body }, { prefix, secrets, version }, signedAt)
      const secrets = secretsByEndpoint.get(endpointId) ?? noSecret(endpointId)
      const content = { body: ownBody, secrets, signedAt: now }
      const request = change?.buildRequest(content, sign) ?? { headers: sign(content), body: ownBody }
      return { deliveryId, clientId, endpointId, lease, retryNo, isTest, url, ...request, ownBody, traceId, change }
    })
    const started = attempts.map(({ headers, ownBody, deliveryId, retryNo, url }) => ({
      deliveryId,
      retryNo,
      url,
      headers: JSON.stringify(headers),
      body: ownBody,
    }))
    await insertAttempts(tx, started, { lease, leaseSec, now })
    return attempts
  })
}

/** Deletes attempts that were not sent. Their deliveries are due again, with the same retry numbers. */
export async function withdrawAttempts(attempts: readonly Attempt[], { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction((tx) => deleteAttempts(tx, attempts))
}

type StartDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'hooks' | 'programKey' | 'random' | 'version'>

function noSecret(endpointId: string): never {
  throw new Error(`webhook endpoint ${endpointId} has no secret`)
}

import type { FaultKind } from '@onair/contract'
import { resolveWireProfile, webhookHeaderPrefix } from '../../shared/wire-profile.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadEndpointSecrets } from './endpoint-secrets.ts'
import { faultyRequest, type DeliveryFaults } from '@onair/sandbox/faults/delivery-faults.ts'
import { deleteAttempts, insertAttempts, lockDueDeliveries } from './delivery-store.ts'
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
  /** Without the fault: what retries send. */
  ownBody: Buffer
  /** Of the request that caused the notification. */
  traceId: string | null
  fault: FaultKind | null
}

/** Leases due deliveries, as many of each endpoint as `allowances` says, and stores their attempts. */
export async function startAttempts(
  allowances: ReadonlyMap<string, number>,
  faults: DeliveryFaults,
  { clock, config, db, programKey, random, version }: StartDeps,
): Promise<Attempt[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await faults.apply(tx, await lockDueDeliveries(tx, allowances, now), now)
    if (due.length === 0) return []
    const secretsByEndpoint = await loadEndpointSecrets(tx, due, { clock, programKey })
    const lease = random.uuid()
    const attempts = due.map((delivery): Attempt => {
      const { id: deliveryId, clientId, endpointId, retryNo, isTest, url, traceId, fault } = delivery
      const ownBody = delivery.body ?? buildBody(delivery, delivery, now)
      const profile = resolveWireProfile(delivery.wireProfile, config)
      const prefix = webhookHeaderPrefix(profile, delivery.headerPrefix, config.headerPrefix)
      const { headers, body } = faultyRequest(
        fault,
        { body: ownBody, secrets: secretsByEndpoint.get(endpointId) ?? noSecret(endpointId), now },
        ({ signedAt, ...signed }) =>
          buildHeaders({ ...delivery, body: signed.body }, { prefix, secrets: signed.secrets, version }, signedAt),
      )
      return { deliveryId, clientId, endpointId, lease, retryNo, isTest, url, headers, body, ownBody, traceId, fault }
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

type StartDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'programKey' | 'random' | 'version'>

function noSecret(endpointId: string): never {
  throw new Error(`webhook endpoint ${endpointId} has no secret`)
}

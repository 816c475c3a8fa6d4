import type { BodyOf, consoleApi, ContentOf } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'
import { invalidField, errorReason, reasonForField, Refusal } from '../../shared/refusal.ts'
import { deliveriesTopic, busMessage } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { noSuchEndpoint } from './lock-endpoint.ts'
import {
  countMissed,
  findDeliveriesById,
  findDeliveriesSince,
  insertResends,
  type ResendableDelivery,
  expediteDelivery,
} from './resend-store.ts'
import { lockEndpoints } from './webhook-store.ts'

export const resendBatchSize = 1_000

/** `endpointId` selects one endpoint, together with `since`; default: all endpoints. `since`: in ms since 1970. */
type ResendFilter = Omit<BodyOf<typeof consoleApi.webhooks.resendDeliveries>, 'since'> & { since?: number | undefined }
export type ResendResult = { data: { deliveryId: string; resendOf: string }[]; next: string | null }

/**
 * Enqueues deliveries again, each as a new message with a new id, because one message is sent at most four times.
 * Receivers identify the event by its claim id.
 */
export async function resendDeliveries(
  clientId: string,
  filter: ResendFilter,
  { clock, db, random, recorder }: Pick<Deps, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<ResendResult> {
  const now = clock.now()
  const result = await db.transaction(async (tx, publish) => {
    // Concurrent requests for the same deliveries wait here, and then find them resent.
    const endpointIds = await lockEndpoints(tx, clientId)
    if (endpointIds.length === 0) throw new Refusal('badInput', 'WEBHOOK_NOT_CONFIGURED')
    const found = await findMatching(clientId, filter, endpointIds, tx)
    const resends = found.slice(0, resendBatchSize).map(({ id }) => ({ id: random.uuid(), originalId: id }))
    if (resends.length > 0) {
      await insertResends(tx, resends, now)
      publish(busMessage(deliveriesTopic, {}))
    }
    const last = found.length > resendBatchSize ? found[resendBatchSize - 1] : undefined
    return {
      data: resends.map(({ id, originalId }) => ({ deliveryId: id, resendOf: originalId })),
      next: last === undefined ? null : String(last.position),
    }
  })
  if (recorder.isRecording(clientId))
    for (const { deliveryId } of result.data)
      recorder.add({ kind: 'delivery', name: 'drop_reward_claim', clientId, deliveryId })
  return result
}

const maxCounted = 10_000

/** The notifications to one endpoint, or to all, that are exhausted since a time, counted by the state of their resends. */
export async function getRecovery(
  { clientId, endpointId, since }: { clientId: string; endpointId?: string | undefined; since: number },
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.webhooks.getRecovery>> {
  const { oldestMissedAt, ...counts } = await countMissed(db.read, clientId, {
    endpointId: endpointId ?? null,
    since,
    limit: maxCounted,
  })
  return { ...counts, oldestMissedDate: oldestMissedAt === null ? null : utcDate(oldestMissedAt) }
}

function findMatching(
  clientId: string,
  { deliveryIds, endpointId, since, which = 'MISSED', next = '0' }: ResendFilter,
  endpointIds: readonly string[],
  db: Parameters<typeof findDeliveriesById>[0],
): Promise<ResendableDelivery[]> {
  if ((deliveryIds === undefined) === (since === undefined))
    throw invalidField('deliveryIds', 'DELIVERIES_NOT_SPECIFIED')
  if (deliveryIds !== undefined) return findEndedByIds(clientId, deliveryIds, endpointIds, db)
  if (!/^\d{1,15}$/.test(next)) throw invalidField('next', 'INVALID_CURSOR')
  if (endpointId !== undefined && !endpointIds.includes(endpointId)) throw noSuchEndpoint(endpointId)
  return findDeliveriesSince(db, clientId, {
    endpointIds: endpointId === undefined ? endpointIds : [endpointId],
    since: since ?? 0,
    after: Number(next),
    isMissed: which === 'MISSED',
    limit: resendBatchSize + 1,
  })
}

async function findEndedByIds(
  clientId: string,
  deliveryIds: readonly string[],
  endpointIds: readonly string[],
  db: Parameters<typeof findDeliveriesById>[0],
) {
  const found = await findDeliveriesById(db, clientId, deliveryIds)
  const foundIds = new Set(found.map(({ id }) => id))
  for (const id of deliveryIds)
    if (!foundIds.has(id.toLowerCase()))
      throw new Refusal('notFound', reasonForField('deliveryIds', errorReason('NO_SUCH_DELIVERY', { deliveryId: id })))
  const pending = found.find(({ state }) => state === 'WAITING')
  if (pending) throw invalidField('deliveryIds', errorReason('DELIVERY_WAITING', { deliveryId: pending.id }))
  const orphan = found.find((delivery) => !endpointIds.includes(delivery.endpointId))
  if (orphan) throw noSuchEndpoint(orphan.endpointId)
  return found
}

/** Makes the next attempt of a waiting delivery due. An attempt in flight is that attempt. */
export async function sendDeliveryNow(
  { clientId, deliveryId }: { clientId: string; deliveryId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    if (!(await expediteDelivery(tx, { clientId, deliveryId, now })))
      throw new Refusal('notFound', errorReason('NO_SUCH_DELIVERY', { deliveryId }))
    publish(busMessage(deliveriesTopic, {}))
  })
}

import type { WebhookEvent } from '@onair/contract'
import { currentTraceId } from '../../infra/trace.ts'
import { deliveriesTopic, busMessage } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Random } from '../../infra/random.ts'
import { insertDelivery } from './delivery-store.ts'

/**
 * Enqueues a notification in the transaction that creates the event, so that both are committed or neither. While the
 * webhook is DISABLED the delivery waits. Returns its id, or null if the application has no webhook.
 */
export async function enqueueDelivery(
  tx: Tx,
  publish: Publish,
  {
    clientId,
    eventType,
    data,
    now,
    isTest = false,
  }: { clientId: string; eventType: WebhookEvent; data: object; now: number; isTest?: boolean },
  random: Random,
): Promise<string | null> {
  const id = random.uuid()
  const traceId = currentTraceId() ?? null
  const isEnqueued = await insertDelivery(tx, {
    id,
    clientId,
    eventType,
    eventData: JSON.stringify(data),
    traceId,
    isTest,
    now,
  })
  if (!isEnqueued) return null
  publish(busMessage(deliveriesTopic, {}))
  return id
}

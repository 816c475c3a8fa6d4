import type { WebhookEvent } from '@onair/contract'
import { deliveriesTopic, busEvent } from '../../shared/events.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Random } from '../../infra/random.ts'
import { insertDelivery } from './delivery-store.ts'

/**
 * Notes within the change that makes an event that the application is to be notified of it: both are kept, or neither.
 * An application without a webhook URL is not notified; what happens while its webhook is DISABLED waits. Answers
 * the notification's id, or null.
 */
export async function enqueueDelivery(
  tx: Tx,
  publish: Publish,
  { clientId, eventType, data, now }: { clientId: string; eventType: WebhookEvent; data: object; now: number },
  random: Random,
): Promise<string | null> {
  const id = random.uuid()
  const isEnqueued = await insertDelivery(tx, {
    id,
    clientId,
    eventType,
    eventData: JSON.stringify(data),
    now,
  })
  if (!isEnqueued) return null
  publish(busEvent(deliveriesTopic, {}))
  return id
}

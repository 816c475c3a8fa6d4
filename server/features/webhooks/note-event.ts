import type { NotifiedEvent } from '@onair/contract'
import { deliveriesTopic, signal } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import type { Random } from '../../world/random.ts'
import { insertDelivery } from './delivery-store.ts'

/**
 * Notes within the change that makes an event that the application is to be notified of it: both are kept, or neither.
 * An application without a webhook URL is not notified; what happens while its webhook is DISABLED waits. Answers
 * the notification's id, or null.
 */
export async function noteEvent(
  tx: Tx,
  tell: Tell,
  { clientId, eventType, data, now }: { clientId: string; eventType: NotifiedEvent; data: object; now: number },
  random: Random,
): Promise<string | null> {
  const id = random.uuid()
  const noted = await insertDelivery(tx, {
    id,
    clientId,
    eventType,
    eventData: JSON.stringify(data),
    now,
  })
  if (!noted) return null
  tell(signal(deliveriesTopic, {}))
  return id
}

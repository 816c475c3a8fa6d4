import { deliveriesTopic, busMessage } from '../../shared/bus-messages.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { expediteDelivery } from './resend-store.ts'

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

import type { DropRewardClaim } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { enqueueDelivery } from './enqueue-delivery.ts'
import { recordWebhookEvent } from './record-webhook-event.ts'
import { lockWebhook } from './webhook-store.ts'

/**
 * Enqueues a notification about a claim that does not exist. It takes the path of every other one, so that its attempt
 * shows what a real one would meet. Gap 430.
 */
export async function sendTestNotification(
  { clientId, channelId }: { clientId: string; channelId: string },
  { clock, db, random, recorder }: Pick<Deps, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<string> {
  const now = clock.now()
  const data: DropRewardClaim = {
    dropsClaimId: `test-${random.uuid()}`,
    channelId,
    dropsRewardId: 'test-reward',
    dropsCampaignId: 'test-campaign',
    dropsCategoryId: 'test-category',
    dropsCategoryName: 'Test',
    dropsClaimDate: utcSecond(now),
  }
  const event = { clientId, eventType: 'drop_reward_claim', data, now, isTest: true } as const
  const deliveryId = await db.transaction(async (tx, publish) => {
    const webhook = await lockWebhook(tx, clientId)
    if (webhook === null) throw new Refusal('badInput', 'WEBHOOK_NOT_CONFIGURED')
    if (webhook.status === 'DISABLED') throw new Refusal('badInput', 'WEBHOOK_DISABLED')
    return (await enqueueDelivery(tx, publish, event, random)) as string
  })
  recordWebhookEvent(recorder, { ...event, eventId: data.dropsClaimId, channelId, deliveryId })
  return deliveryId
}

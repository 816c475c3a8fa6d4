import { testClaimPrefix, type DropRewardClaim } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { Refusal } from '../../shared/refusal.ts'
import { noSuchEndpoint } from './lock-endpoint.ts'
import type { Deps } from '../../infra/deps.ts'
import { enqueueDeliveries, recordWebhookEvent } from './enqueue-delivery.ts'
import { lockEndpoint, type EndpointKey } from './webhook-store.ts'

/**
 * Enqueues a notification to an endpoint about a claim that does not exist, whatever its filters. It takes the path of every other one, so that its attempt
 * shows what a real one would meet. Gap 430.
 */
export async function sendTestNotification(
  { clientId, endpointId, channelId }: EndpointKey & { channelId: string },
  { clock, db, random, recorder }: Pick<Deps, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<string> {
  const now = clock.now()
  const data: DropRewardClaim = {
    dropsClaimId: `${testClaimPrefix}${random.uuid()}`,
    channelId,
    dropsRewardId: 'test-reward',
    dropsCampaignId: 'test-campaign',
    dropsCategoryId: 'test-category',
    dropsCategoryName: 'Test',
    dropsClaimDate: utcSecond(now),
  }
  const event = { clientId, eventType: 'drop_reward_claim', data, now } as const
  const deliveryId = await db.transaction(async (tx, publish) => {
    const webhook = await lockEndpoint(tx, { clientId, endpointId })
    if (webhook === null)
      throw endpointId === clientId ? new Refusal('badInput', 'WEBHOOK_NOT_CONFIGURED') : noSuchEndpoint(endpointId)
    if (webhook.status === 'DISABLED') throw new Refusal('badInput', 'WEBHOOK_DISABLED')
    return (await enqueueDeliveries(tx, publish, event, endpointId))[0]!
  })
  recordWebhookEvent(recorder, { ...event, eventId: data.dropsClaimId, channelId, deliveryIds: [deliveryId] })
  return deliveryId
}

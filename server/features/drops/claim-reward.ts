import type { DropRewardClaim } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { isUuid } from '../../shared/ids.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { enqueueDelivery } from '../webhooks/enqueue-delivery.ts'
import { recordWebhookEvent } from '../webhooks/record-webhook-event.ts'
import { loadRewardWithCampaign } from './campaign-store.ts'
import { refusalToClaim } from './claim-rules.ts'
import { insertClaim, loadClaimId } from './claim-store.ts'
import { loadWatchedMs } from './progress-store.ts'

/**
 * Claims a reward for a person while its campaign runs. A person has one claim per reward: claiming again returns it,
 * also concurrently and after the campaign. `hasWatched` skips the watch-time check (sandbox). Claim and notification
 * are written in one transaction.
 */
export async function claimReward(
  { rewardId, channelId, hasWatched }: { rewardId: string; channelId: string; hasWatched?: true },
  { clock, db, random, recorder }: Pick<Deps, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<string> {
  const now = clock.now()
  const reward = isUuid(rewardId) ? await loadRewardWithCampaign(db.read, rewardId) : null
  if (reward === null) throw rewardNotFound()
  const existingClaimId = await loadClaimId(db.read, rewardId, channelId)
  if (existingClaimId !== null) return existingClaimId
  const watchedMs = hasWatched ? Infinity : await loadWatchedMs(db.read, { channelId, campaignId: reward.campaignId })
  const refusal = refusalToClaim(reward, { watchedMs, now })
  if (refusal) throw new Refusal('forbidden', refusal)

  const claim = {
    id: random.uuid(),
    reward_id: reward.rewardId,
    campaign_id: reward.campaignId,
    category_id: reward.categoryId,
    client_id: reward.clientId,
    channel_id: channelId,
    claimed_at: now,
    updated_at: now,
  }
  const data: DropRewardClaim = {
    dropsClaimId: claim.id,
    channelId,
    dropsRewardId: reward.rewardId,
    dropsCampaignId: reward.campaignId,
    dropsCategoryId: reward.categoryId,
    dropsCategoryName: reward.categoryName,
    dropsClaimDate: utcSecond(now),
  }
  const { clientId } = reward
  const event = { clientId, eventType: 'drop_reward_claim', data, now } as const
  const { claimId, deliveryId } = await db.transaction(async (tx, publish) => {
    if (await insertClaim(tx, claim))
      return { claimId: claim.id, deliveryId: await enqueueDelivery(tx, publish, event, random) }
    const concurrentClaimId = await loadClaimId(tx, rewardId, channelId)
    if (concurrentClaimId === null) throw rewardNotFound()
    return { claimId: concurrentClaimId, deliveryId: undefined }
  })
  if (deliveryId !== undefined) recordWebhookEvent(recorder, { ...event, eventId: claim.id, channelId, deliveryId })
  return claimId
}

function rewardNotFound(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_REWARD')
}

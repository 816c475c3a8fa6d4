import type { DropRewardClaim } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { isUuid } from '../../shared/ids.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { enqueueDeliveries, recordWebhookEvent } from '../webhooks/enqueue-delivery.ts'
import { lockRewardWithCampaign } from './campaign-store.ts'
import { refusalToClaim, toMs } from './claim-rules.ts'
import { insertClaim, loadClaimId } from './claim-store.ts'
import { loadWatchedMs, raiseProgress } from './progress-store.ts'

/**
 * Claims a reward for a person while its campaign runs. A person has one claim per reward: claiming again returns it,
 * also concurrently and after the campaign. `addsWatchTime` gives the person the watch time that the reward requires
 * (sandbox). Watch time, claim and notification are written in one transaction. `isNew`: false if it was claimed before.
 */
export async function claimReward(
  { rewardId, channelId, addsWatchTime = false }: { rewardId: string; channelId: string; addsWatchTime?: boolean },
  { clock, db, random, recorder }: Pick<Deps, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<{ claimId: string; isNew: boolean }> {
  const now = clock.now()
  const existingClaimId = isUuid(rewardId) ? await loadClaimId(db.read, rewardId, channelId) : null
  if (existingClaimId !== null) return { claimId: existingClaimId, isNew: false }

  const { claimId, notification } = await db.transaction(async (tx, publish) => {
    const reward = isUuid(rewardId) ? await lockRewardWithCampaign(tx, rewardId) : null
    if (reward === null) throw rewardNotFound()
    const { campaignId, startsAt } = reward
    const requiredMs = toMs(reward.watchMinutes)
    const watchedMs = addsWatchTime ? requiredMs : await loadWatchedMs(tx, { channelId, campaignId })
    const refusal = refusalToClaim(reward, { watchedMs, now })
    if (refusal) throw new Refusal('forbidden', refusal)
    const claim = toClaim(reward, { id: random.uuid(), channelId, now })
    if (await insertClaim(tx, claim)) {
      if (addsWatchTime && requiredMs > 0)
        await raiseProgress(tx, { channelId, campaignId, watchedMs: requiredMs, startsAt })
      const event = toEvent(claim, reward.categoryName)
      return {
        claimId: claim.id,
        notification: { event, deliveryIds: await enqueueDeliveries(tx, publish, event) },
      }
    }
    const concurrentClaimId = await loadClaimId(tx, rewardId, channelId)
    if (concurrentClaimId === null) throw rewardNotFound()
    return { claimId: concurrentClaimId, notification: null }
  })
  if (notification !== null) {
    const { event, deliveryIds } = notification
    recordWebhookEvent(recorder, { ...event, eventId: claimId, channelId, deliveryIds })
  }
  return { claimId, isNew: notification !== null }
}

type ClaimedReward = { rewardId: string; campaignId: string; categoryId: string; clientId: string }

function toClaim(
  { rewardId, campaignId, categoryId, clientId }: ClaimedReward,
  { id, channelId, now }: { id: string; channelId: string; now: number },
) {
  return {
    id,
    reward_id: rewardId,
    campaign_id: campaignId,
    category_id: categoryId,
    client_id: clientId,
    channel_id: channelId,
    claimed_at: now,
    updated_at: now,
  }
}

function toEvent(claim: ReturnType<typeof toClaim>, categoryName: string) {
  const data: DropRewardClaim = {
    dropsClaimId: claim.id,
    channelId: claim.channel_id,
    dropsRewardId: claim.reward_id,
    dropsCampaignId: claim.campaign_id,
    dropsCategoryId: claim.category_id,
    dropsCategoryName: categoryName,
    dropsClaimDate: utcSecond(claim.claimed_at),
  }
  return { clientId: claim.client_id, eventType: 'drop_reward_claim', data, now: claim.claimed_at } as const
}

function rewardNotFound(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_REWARD')
}

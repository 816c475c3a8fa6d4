import type { DropRewardClaim } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { isUuid } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { noteEvent } from '../webhooks/note-event.ts'
import { recordNotified } from '../webhooks/record-notified.ts'
import { loadOffer } from './campaign-store.ts'
import { refusalToClaim } from './claim-rules.ts'
import { insertClaim, loadClaimId } from './claim-store.ts'
import { loadWatchedMs } from './progress-store.ts'

/**
 * A person claims a reward while its campaign runs. Each has one claim for a reward: who claims again, however often and
 * in whichever moment, is answered the claim they have, also when the campaign is over. They have watched for it as long
 * as the reward asks, unless it is known that they have. The claim and its notification are written together.
 */
export async function claimReward(
  { rewardId, channelId, hasWatched }: { rewardId: string; channelId: string; hasWatched?: true },
  { clock, db, random, recorder }: Pick<World, 'clock' | 'db' | 'random' | 'recorder'>,
): Promise<string> {
  const now = clock.now()
  const offer = isUuid(rewardId) ? await loadOffer(db.read, rewardId) : null
  if (offer === null) throw noReward()
  const claimed = await loadClaimId(db.read, rewardId, channelId)
  if (claimed !== null) return claimed
  const watchedMs = hasWatched ? Infinity : await loadWatchedMs(db.read, { channelId, campaignId: offer.campaignId })
  const refusal = refusalToClaim(offer, { watchedMs, now })
  if (refusal) throw new Refusal('forbidden', refusal)

  const claim = {
    id: random.uuid(),
    reward_id: offer.rewardId,
    campaign_id: offer.campaignId,
    category_id: offer.categoryId,
    client_id: offer.clientId,
    channel_id: channelId,
    claimed_at: now,
    updated_at: now,
  }
  const data: DropRewardClaim = {
    dropsClaimId: claim.id,
    channelId,
    dropsRewardId: offer.rewardId,
    dropsCampaignId: offer.campaignId,
    dropsCategoryId: offer.categoryId,
    dropsCategoryName: offer.categoryName,
    dropsClaimDate: utcSecond(now),
  }
  const { clientId } = offer
  const event = { clientId, eventType: 'drop_reward_claim', data, now } as const
  const { claimId, deliveryId } = await db.change(async (tx, tell) => {
    const isFirst = await insertClaim(tx, claim)
    if (!isFirst) return { claimId: (await loadClaimId(tx, rewardId, channelId)) ?? raise(noReward()) }
    return { claimId: claim.id, deliveryId: await noteEvent(tx, tell, event, random) }
  })
  if (deliveryId !== undefined) recordNotified(recorder, { ...event, eventId: claim.id, channelId, deliveryId })
  return claimId
}

function noReward(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_REWARD')
}

function raise(refusal: Refusal): never {
  throw refusal
}

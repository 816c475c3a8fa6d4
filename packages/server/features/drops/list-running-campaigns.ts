import { limits } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { findRewards, findRunningCampaigns, type RunningCampaignFilter, findLivesWithDrops } from './campaign-store.ts'
import { toMinutes } from './claim-rules.ts'
import { pictureUrl } from './upload-picture.ts'

/** Lists running campaigns with a person's progress. */
export async function listRunningCampaigns(
  filter: RunningCampaignFilter,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
) {
  const now = clock.now()
  const campaigns = await findRunningCampaigns(db.read, { ...filter, now }, limits.campaignListSizeMax)
  const ids = campaigns.map(({ campaignId }) => campaignId)
  const rewardsById = Map.groupBy(await findRewards(db.read, ids, filter.channelId), ({ campaignId }) => campaignId)
  return campaigns.map(
    ({
      campaignId,
      title,
      appName,
      makerName,
      isConnected,
      detailsUrl,
      categoryId,
      categoryName,
      categoryEnglishName,
      startsAt,
      endsAt,
      watchedMs,
    }) => ({
      campaignId,
      title,
      appName,
      makerName,
      isConnected: filter.channelId === null ? null : isConnected === true,
      detailsUrl,
      categoryId,
      categoryName,
      categoryEnglishName,
      startsDate: utcSecond(startsAt),
      endsDate: endsAt === null ? null : utcSecond(endsAt),
      watchedMinutes: toMinutes(watchedMs ?? 0),
      rewards: (rewardsById.get(campaignId) ?? []).map((reward) => toViewedReward(reward, addresses)),
    }),
  )
}

type RewardWithClaim = Awaited<ReturnType<typeof findRewards>>[number]

function toViewedReward(reward: RewardWithClaim, addresses: Deps['addresses']) {
  const { rewardId, name, watchMinutes, pictureId, claimId, claimedAt, fulfillmentState } = reward
  const isClaimed = claimId !== null && claimedAt !== null && fulfillmentState !== null
  return {
    rewardId,
    name,
    imageUrl: pictureId && pictureUrl(pictureId, addresses),
    watchMinutes,
    claim: isClaimed ? { claimId, claimedDate: utcSecond(claimedAt), fulfillmentState } : null,
  }
}

type Live = { liveId: number; liveCategory: string | null; channelId: string }

/** Adds to lives whether they count for a running campaign. */
export async function markLives<L extends Live>(
  lives: readonly L[],
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<(L & { hasDrops: boolean })[]> {
  const withDrops = lives.length === 0 ? new Set() : await findLivesWithDrops(db.read, lives, clock.now())
  return lives.map((live) => ({ ...live, hasDrops: withDrops.has(live.liveId) }))
}

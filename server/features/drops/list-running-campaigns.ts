import { limits } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { findRewards, findRunningCampaigns } from './campaign-store.ts'
import { toMinutes } from './claim-rules.ts'

/** Lists running campaigns with a person's progress. */
export async function listRunningCampaigns(
  { channelId, categoryId }: { channelId: string; categoryId: string | undefined },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
) {
  const now = clock.now()
  const campaigns = await findRunningCampaigns(db.read, { channelId, categoryId, now }, limits.campaignListSizeMax)
  const ids = campaigns.map(({ campaignId }) => campaignId)
  const rewardsById = Map.groupBy(await findRewards(db.read, ids, channelId), ({ campaignId }) => campaignId)
  return campaigns.map(({ startsAt, endsAt, watchedMs, ...campaign }) => ({
    ...campaign,
    startsDate: utcSecond(startsAt),
    endsDate: endsAt === null ? null : utcSecond(endsAt),
    watchedMinutes: toMinutes(watchedMs ?? 0),
    rewards: (rewardsById.get(campaign.campaignId) ?? []).map(({ rewardId, name, watchMinutes, claimId }) => ({
      rewardId,
      name,
      watchMinutes,
      claimId,
    })),
  }))
}

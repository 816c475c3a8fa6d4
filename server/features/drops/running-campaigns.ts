import { limits } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import type { World } from '../../world/world.ts'
import { findRewards, findRunning } from './campaign-store.ts'
import { wholeMinutes } from './claim-rules.ts'

/** The campaigns that run, and how far someone has come in each. */
export async function runningCampaigns(
  { channelId, categoryId }: { channelId: string; categoryId: string | undefined },
  { clock, db }: Pick<World, 'clock' | 'db'>,
) {
  const now = clock.now()
  const campaigns = await findRunning(db.read, { channelId, categoryId, now }, limits.campaignListSizeMax)
  const ids = campaigns.map(({ campaignId }) => campaignId)
  const rewardsById = Map.groupBy(await findRewards(db.read, ids, channelId), ({ campaignId }) => campaignId)
  return campaigns.map(({ startsAt, endsAt, watchedMs, ...campaign }) => ({
    ...campaign,
    startsDate: utcSecond(startsAt),
    endsDate: endsAt === null ? null : utcSecond(endsAt),
    watchedMinutes: wholeMinutes(watchedMs ?? 0),
    rewards: (rewardsById.get(campaign.campaignId) ?? []).map(({ rewardId, name, watchMinutes, claimId }) => ({
      rewardId,
      name,
      watchMinutes,
      claimId,
    })),
  }))
}

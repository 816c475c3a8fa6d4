import type { BodyOf, consoleApi } from '@onair/contract'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import type { Random } from '../../infra/random.ts'
import {
  parseCampaignText,
  parseDetailsUrl,
  parseExternalId,
  requireDistinctExternalIds,
  requireFreeExternalId,
  requireKnownIds,
  requirePictures,
} from './campaign-fields.ts'
import { findFixedField, isBeforeStart, refusalToSchedule } from './campaign-rules.ts'
import {
  findRewardsOfCampaign,
  isCampaignUsed,
  lockApp,
  lockCampaignOfApp,
  putRewards,
  updateCampaignRow,
  type CampaignOfApp,
  type RewardOfCampaign,
} from './campaign-store.ts'

type Body = BodyOf<typeof consoleApi.campaigns.updateCampaign>
/** Fields that are left out stay. */
export type CampaignChanges = Omit<Body, 'startsDate' | 'endsDate'> & {
  startsAt: number | undefined
  endsAt: number | null | undefined
}

type State = CampaignOfApp & { rewards: RewardOfCampaign[] }

/**
 * Changes a campaign. Claims and watch time lock the campaign too, so it is decided once whether it has started, and no
 * viewer claims by terms that have changed.
 */
export async function updateCampaign(
  { clientId, campaignId }: { clientId: string; campaignId: string },
  changes: CampaignChanges,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockApp(tx, clientId)
    const campaign = await lockCampaignOfApp(tx, clientId, campaignId)
    if (campaign === null) throw new Refusal('notFound', 'NO_SUCH_CAMPAIGN')
    const before = { ...campaign, rewards: await findRewardsOfCampaign(tx, campaignId) }
    const after = applyChanges(before, changes, random)
    const hasStarted = !isBeforeStart(before, { isUsed: await isCampaignUsed(tx, campaignId), now })
    const fixedField = hasStarted ? findFixedField(before, after) : null
    if (fixedField !== null) throw invalidField(fixedField, 'CAMPAIGN_STARTED')
    const periodRefusal = hasStarted ? null : refusalToSchedule(after, now)
    if (periodRefusal) throw invalidField('endsDate', periodRefusal)
    await requireKnownIds(
      {
        categoryId: after.categoryId,
        channelIds: after.channelIds?.filter((channelId) => !before.channelIds?.includes(channelId)),
      },
      tx,
    )
    await requireFreeExternalId(tx, { clientId, ...after })
    await requirePictures(
      tx,
      clientId,
      after.rewards.map(({ pictureId }) => pictureId),
    )
    await writeCampaign(tx, after)
  })
}

function applyChanges(before: State, changes: CampaignChanges, random: Random): State {
  const { title, externalId, detailsUrl, categoryId, channelIds, startsAt, endsAt, rewards } = changes
  const after = {
    ...before,
    title: title === undefined ? before.title : parseCampaignText('title', title),
    externalId: externalId === undefined ? before.externalId : parseExternalId('externalId', externalId),
    detailsUrl: detailsUrl === undefined ? before.detailsUrl : parseDetailsUrl(detailsUrl),
    categoryId: categoryId ?? before.categoryId,
    channelIds: channelIds === undefined ? before.channelIds : channelIds && [...new Set(channelIds)],
    startsAt: startsAt ?? before.startsAt,
    endsAt: endsAt === undefined ? before.endsAt : endsAt,
    rewards: rewards === undefined ? before.rewards : parseRewards(before.rewards, rewards, random),
  }
  requireDistinctExternalIds(after.rewards.map(({ externalId }) => externalId))
  return after
}

/** Rewards keep their ids; a reward without one is new. */
function parseRewards(
  before: readonly RewardOfCampaign[],
  rewards: NonNullable<Body['rewards']>,
  random: Random,
): RewardOfCampaign[] {
  const remaining = new Set(before.map(({ rewardId }) => rewardId))
  return rewards.map(({ rewardId, name, watchMinutes, externalId, pictureId = null }) => {
    // An id that is given twice is removed by its first use.
    if (rewardId !== undefined && !remaining.delete(rewardId)) throw invalidField('rewards', 'NO_SUCH_REWARD')
    return {
      rewardId: rewardId ?? random.uuid(),
      name: parseCampaignText('rewards', name),
      watchMinutes,
      externalId: parseExternalId('rewards', externalId),
      pictureId,
    }
  })
}

async function writeCampaign(
  tx: Tx,
  { campaignId, title, externalId, detailsUrl, categoryId, channelIds, startsAt, endsAt, rewards }: State,
) {
  await updateCampaignRow(tx, campaignId, {
    title,
    external_id: externalId,
    details_url: detailsUrl,
    category_id: categoryId,
    channel_ids: channelIds,
    starts_at: startsAt,
    ends_at: endsAt,
  })
  const rows = rewards.map((reward, position) => ({
    id: reward.rewardId,
    campaign_id: campaignId,
    name: reward.name,
    position,
    watch_minutes: reward.watchMinutes,
    external_id: reward.externalId,
    picture_id: reward.pictureId,
  }))
  await putRewards(tx, campaignId, rows)
}

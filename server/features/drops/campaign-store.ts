import type { CampaignState } from '@onair/contract'
import { sql } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Campaign, Reward } from '../../infra/db/tables.ts'

export async function insertCampaign(tx: Tx, campaign: Campaign, rewards: Reward[]) {
  await tx.insertInto('campaign').values(campaign).execute()
  await tx.insertInto('reward').values(rewards).execute()
}

export type CampaignOfApp = {
  campaignId: string
  title: string
  categoryId: string
  categoryName: string
  categoryEnglishName: string
  startsAt: number
  endsAt: number | null
}

function selectCampaigns(db: Reader) {
  return db
    .selectFrom('campaign')
    .innerJoin('category', 'category.id', 'campaign.category_id')
    .select([
      'campaign.id as campaignId',
      'campaign.title',
      'campaign.category_id as categoryId',
      'category.name_ko as categoryName',
      'category.name_en as categoryEnglishName',
      'campaign.starts_at as startsAt',
      'campaign.ends_at as endsAt',
    ])
}

function selectCampaignsOfApp(db: Reader, clientId: string) {
  return selectCampaigns(db).where('campaign.client_id', '=', clientId)
}

/** The cursor of a campaign in its owner's list. */
export type CampaignCursor = Pick<CampaignOfApp, 'startsAt' | 'campaignId'>
export type CampaignFilter = {
  clientId: string | undefined
  state: CampaignState | undefined
  text: string | undefined
}

/** The campaigns of a person's applications after a cursor, latest start first. */
export function findCampaignsOfOwner(
  db: Reader,
  ownerChannelId: string,
  { clientId, state, text }: CampaignFilter,
  { behind: after, size, now }: { behind: CampaignCursor | null; size: number; now: number },
): Promise<(CampaignOfApp & { clientId: string; appName: string })[]> {
  let query = selectCampaigns(db)
    .innerJoin('app', 'app.client_id', 'campaign.client_id')
    .where('app.owner_channel_id', '=', ownerChannelId)
    .where('app.deleted_at', 'is', null)
  if (clientId !== undefined) query = query.where('app.client_id', '=', clientId)
  if (state !== undefined) query = query.where(sql<boolean>`${isInState(state, now)}`)
  if (text !== undefined) query = query.where(sql<boolean>`strpos(lower(campaign.title), lower(${text})) > 0`)
  if (after !== null)
    query = query.where(
      sql<boolean>`(-campaign.starts_at, campaign.id) > (${-after.startsAt}::bigint, ${after.campaignId}::uuid)`,
    )
  return query
    .select(['app.client_id as clientId', 'app.name as appName'])
    .orderBy('campaign.starts_at', 'desc')
    .orderBy('campaign.id')
    .limit(size)
    .execute()
}

function isInState(state: CampaignState, now: number) {
  if (state === 'SCHEDULED')
    return sql`campaign.starts_at > ${now} and (campaign.ends_at is null or campaign.ends_at > ${now})`
  if (state === 'OVER') return sql`campaign.ends_at <= ${now}`
  return sql`campaign.starts_at <= ${now} and (campaign.ends_at is null or campaign.ends_at > ${now})`
}

export async function loadCampaignOfApp(
  db: Reader,
  clientId: string,
  campaignId: string,
): Promise<CampaignOfApp | null> {
  if (!isUuid(campaignId)) return null
  return (await selectCampaignsOfApp(db, clientId).where('campaign.id', '=', campaignId).executeTakeFirst()) ?? null
}

export async function lockCampaignOfApp(tx: Tx, clientId: string, campaignId: string): Promise<CampaignOfApp | null> {
  if (!isUuid(campaignId)) return null
  const query = selectCampaignsOfApp(tx, clientId).where('campaign.id', '=', campaignId).forUpdate('campaign')
  return (await query.executeTakeFirst()) ?? null
}

export async function updateCampaignEnd(tx: Tx, campaignId: string, endsAt: number) {
  await tx.updateTable('campaign').set({ ends_at: endsAt }).where('id', '=', campaignId).execute()
}

/** The rewards of a campaign in order, with the number of claims of each, counted up to `most`. */
export async function findRewardCounts(db: Reader, campaignId: string, maxCounted: number) {
  type RewardCounts = { rewardId: string; name: string; watchMinutes: number; claims: number; fulfilled: number }
  const { rows } = await sql<RewardCounts>`
    select reward.id as "rewardId", reward.name, reward.watch_minutes as "watchMinutes",
      counted.claims, counted.fulfilled
    from reward cross join lateral (
      select count(*)::int as claims, (count(*) filter (where fulfillment_state = 'FULFILLED'))::int as fulfilled
      from (select fulfillment_state from claim where claim.reward_id = reward.id limit ${maxCounted}) as first_ones
    ) as counted
    where reward.campaign_id = ${campaignId} order by reward.position`.execute(db)
  return rows
}

/** Running campaigns, latest first, each with the watched time of a person. */
export function findRunningCampaigns(
  db: Reader,
  { channelId, categoryId, now }: { channelId: string; categoryId: string | undefined; now: number },
  limit: number,
) {
  let query = selectCampaigns(db)
    .leftJoin('campaign_progress', (join) =>
      join
        .onRef('campaign_progress.campaign_id', '=', 'campaign.id')
        .on('campaign_progress.channel_id', '=', channelId),
    )
    .where('campaign.starts_at', '<=', now)
    .where((where) => where.or([where('campaign.ends_at', 'is', null), where('campaign.ends_at', '>', now)]))
  if (categoryId !== undefined) query = query.where('campaign.category_id', '=', categoryId)
  return query
    .select('campaign_progress.watched_ms as watchedMs')
    .orderBy('campaign.starts_at', 'desc')
    .orderBy('campaign.id')
    .limit(limit)
    .execute()
}

/** The rewards of campaigns in order, each with a person's claim. */
export function findRewards(db: Reader, campaignIds: string[], channelId: string) {
  return db
    .selectFrom('reward')
    .leftJoin('claim', (join) => join.onRef('claim.reward_id', '=', 'reward.id').on('claim.channel_id', '=', channelId))
    .where('reward.campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .select([
      'reward.campaign_id as campaignId',
      'reward.id as rewardId',
      'reward.name',
      'reward.watch_minutes as watchMinutes',
      'claim.id as claimId',
    ])
    .orderBy('reward.campaign_id')
    .orderBy('reward.position')
    .execute()
}

/** A reward with its campaign and category, or null. Only the end can change, and not to the past, so no lock is needed. */
export async function loadRewardWithCampaign(db: Reader, rewardId: string) {
  const row = await db
    .selectFrom('reward')
    .innerJoin('campaign', 'campaign.id', 'reward.campaign_id')
    .innerJoin('category', 'category.id', 'campaign.category_id')
    .where('reward.id', '=', rewardId)
    .select([
      'reward.id as rewardId',
      'campaign.id as campaignId',
      'campaign.category_id as categoryId',
      'category.name_ko as categoryName',
      'campaign.client_id as clientId',
      'campaign.starts_at as startsAt',
      'campaign.ends_at as endsAt',
      'reward.watch_minutes as watchMinutes',
    ])
    .executeTakeFirst()
  return row ?? null
}

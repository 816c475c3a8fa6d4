import type { CampaignState } from '@onair/contract'
import { sql, type InferResult, type Insertable, type Updateable } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

export async function insertCampaign(tx: Tx, campaign: Insertable<Tables['campaign']>, rewards: Tables['reward'][]) {
  await tx.insertInto('campaign').values(campaign).execute()
  await tx.insertInto('reward').values(rewards).execute()
}

/** Held until the transaction ends: campaigns of an application are written one after another, so external ids stay unique. */
export async function lockApp(tx: Tx, clientId: string) {
  await tx.selectFrom('app').where('client_id', '=', clientId).select('client_id').forNoKeyUpdate().execute()
}

/** Whether another campaign of the application has this external id. */
export function isExternalIdInUse(
  tx: Tx,
  { clientId, campaignId, externalId }: { clientId: string; campaignId: string; externalId: string },
): Promise<boolean> {
  return tx
    .selectFrom('campaign')
    .where('client_id', '=', clientId)
    .where('external_id', '=', externalId)
    .where('id', '<>', campaignId)
    .select('id')
    .$call(isFound)
}

function selectCampaigns(db: Reader) {
  return db
    .selectFrom('campaign')
    .innerJoin('category', 'category.id', 'campaign.category_id')
    .select([
      'campaign.id as campaignId',
      'campaign.external_id as externalId',
      'campaign.details_url as detailsUrl',
      'campaign.title',
      'campaign.is_draft as isDraft',
      'campaign.channel_ids as channelIds',
      'campaign.category_id as categoryId',
      'category.name_ko as categoryName',
      'category.name_en as categoryEnglishName',
      'campaign.starts_at as startsAt',
      'campaign.ends_at as endsAt',
    ])
}

export type CampaignOfApp = InferResult<ReturnType<typeof selectCampaigns>>[number]

function selectCampaignsOfApp(db: Reader, clientId: string) {
  return selectCampaigns(db).where('campaign.client_id', '=', clientId)
}

/** The cursor of a campaign in its owner's list. */
export type CampaignCursor = Pick<CampaignOfApp, 'startsAt' | 'campaignId'>
type CampaignFilter = {
  clientId: string | undefined
  state: CampaignState | undefined
  text: string | undefined
}

/** The campaigns of the applications that a person may view, after a cursor, latest start first. */
export function findCampaignsOfPerson(
  db: Reader,
  channelId: string,
  { clientId, state, text }: CampaignFilter,
  { behind: after, size, now }: { behind: CampaignCursor | null; size: number; now: number },
): Promise<(CampaignOfApp & { clientId: string; appName: string })[]> {
  let query = selectCampaigns(db)
    .innerJoin('app', 'app.client_id', 'campaign.client_id')
    .innerJoin('app_member', 'app_member.client_id', 'app.client_id')
    .where('app_member.channel_id', '=', channelId)
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
  if (state === 'DRAFT') return sql`campaign.is_draft`
  if (state === 'OVER') return sql`not campaign.is_draft and campaign.ends_at <= ${now}`
  const hasStarted = state === 'SCHEDULED' ? sql`campaign.starts_at > ${now}` : sql`campaign.starts_at <= ${now}`
  return sql`not campaign.is_draft and ${hasStarted} and (campaign.ends_at is null or campaign.ends_at > ${now})`
}

export async function loadCampaignOfApp(
  db: Reader,
  clientId: string,
  campaignId: string,
): Promise<CampaignOfApp | null> {
  if (!isUuid(campaignId)) return null
  return selectCampaignsOfApp(db, clientId).where('campaign.id', '=', campaignId).$call(firstOrNull)
}

export async function lockCampaignOfApp(tx: Tx, clientId: string, campaignId: string): Promise<CampaignOfApp | null> {
  if (!isUuid(campaignId)) return null
  return selectCampaignsOfApp(tx, clientId)
    .where('campaign.id', '=', campaignId)
    .forUpdate('campaign')
    .$call(firstOrNull)
}

export async function updateCampaignRow(tx: Tx, campaignId: string, values: Updateable<Tables['campaign']>) {
  await tx.updateTable('campaign').set(values).where('id', '=', campaignId).execute()
}

export async function deleteCampaignRow(tx: Tx, campaignId: string) {
  await tx.deleteFrom('campaign').where('id', '=', campaignId).execute()
}

/** Whether a person has watched for the campaign, or claimed a reward of it. */
export async function isCampaignUsed(db: Reader, campaignId: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from campaign_progress where campaign_id = ${campaignId}::uuid)
      or exists (select from claim where campaign_id = ${campaignId}::uuid) as "isUsed"`.execute(db)
  return rows[0]?.isUsed ?? false
}

/** The rewards of a campaign in order. */
export function findRewardsOfCampaign(db: Reader, campaignId: string) {
  return db
    .selectFrom('reward')
    .where('campaign_id', '=', campaignId)
    .select([
      'id as rewardId',
      'name',
      'watch_minutes as watchMinutes',
      'external_id as externalId',
      'picture_id as pictureId',
    ])
    .orderBy('position')
    .execute()
}

export type RewardOfCampaign = Awaited<ReturnType<typeof findRewardsOfCampaign>>[number]

/** Makes these the rewards of a campaign; others are deleted, with their claims. */
export async function putRewards(tx: Tx, campaignId: string, rewards: Tables['reward'][]) {
  await tx
    .deleteFrom('reward')
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`id <> all(${rewards.map(({ id }) => id)}::uuid[])`)
    .execute()
  await tx
    .insertInto('reward')
    .values(rewards)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        position: eb.ref('excluded.position'),
        watch_minutes: eb.ref('excluded.watch_minutes'),
        external_id: eb.ref('excluded.external_id'),
        picture_id: eb.ref('excluded.picture_id'),
      })),
    )
    .execute()
}

/** The rewards of a campaign in order, with the number of claims of each, counted up to `most`. */
export async function findRewardCounts(db: Reader, campaignId: string, maxCounted: number) {
  type RewardCounts = RewardOfCampaign & { claims: number; fulfilled: number }
  const { rows } = await sql<RewardCounts>`
    select reward.id as "rewardId", reward.external_id as "externalId", reward.picture_id as "pictureId",
      reward.name, reward.watch_minutes as "watchMinutes",
      counted.claims, counted.fulfilled
    from reward cross join lateral (
      select count(*)::int as claims, (count(*) filter (where fulfillment_state = 'FULFILLED'))::int as fulfilled
      from (select fulfillment_state from claim where claim.reward_id = reward.id limit ${maxCounted}) as first_ones
    ) as counted
    where reward.campaign_id = ${campaignId} order by reward.position`.execute(db)
  return rows
}

/** The rewards of campaigns in order, and the claims of each campaign, counted up to `maxCounted`. */
export async function listCampaignSummaries(db: Reader, campaignIds: readonly string[], maxCounted: number) {
  type Summary = {
    campaignId: string
    rewards: { name: string; pictureId: string | null }[]
    claims: number
    open: number
  }
  const { rows } = await sql<Summary>`
    select campaign.id as "campaignId", counted.claims, counted.open, (
        select coalesce(json_agg(json_build_object('name', name, 'pictureId', picture_id) order by position), '[]')
        from reward where campaign_id = campaign.id) as rewards
    from campaign cross join lateral (
      select count(*)::int as claims, (count(*) filter (where fulfillment_state = 'CLAIMED'))::int as open
      from (select fulfillment_state from claim where campaign_id = campaign.id order by position limit ${maxCounted}) as one
    ) as counted
    where campaign.id = any(${campaignIds}::uuid[]) order by campaign.id`.execute(db)
  return new Map(rows.map((row) => [row.campaignId, row]))
}

/** Who made an application, of a query that joins `organization` and the owner's channel as `maker`. */
export const makerName = sql<string | null>`coalesce(organization.name, team.name, maker.name)`.as('makerName')

export type RunningCampaignFilter = {
  /** The person; null for a guest. */
  channelId: string | null
  categoryId: string | undefined
  liveChannelId: string | undefined
}

/** Running campaigns, latest first, each with its application and the watched time of a person. */
export function findRunningCampaigns(
  db: Reader,
  { channelId, categoryId, liveChannelId, now }: RunningCampaignFilter & { now: number },
  limit: number,
) {
  let query = selectCampaigns(db)
    .innerJoin('app', 'app.client_id', 'campaign.client_id')
    .leftJoin('organization', 'organization.id', 'app.organization_id')
    .leftJoin('team', 'team.id', 'app.team_id')
    .leftJoin('channel as maker', 'maker.id', 'app.owner_channel_id')
    .leftJoin('campaign_progress', (join) =>
      join
        .onRef('campaign_progress.campaign_id', '=', 'campaign.id')
        .on('campaign_progress.channel_id', '=', channelId),
    )
    .where('campaign.is_draft', '=', false)
    .where('campaign.starts_at', '<=', now)
    .where((where) => where.or([where('campaign.ends_at', 'is', null), where('campaign.ends_at', '>', now)]))
  if (categoryId !== undefined) query = query.where('campaign.category_id', '=', categoryId)
  if (liveChannelId !== undefined)
    query = query.where(sql<boolean>`(channel_ids is null or ${liveChannelId} = any(channel_ids))`)
  return query
    .select(['campaign_progress.watched_ms as watchedMs', 'app.name as appName', makerName])
    .select((campaign) =>
      campaign
        .exists(
          campaign
            .selectFrom('user_grant')
            .whereRef('user_grant.client_id', '=', 'campaign.client_id')
            .where('user_grant.channel_id', '=', channelId)
            .select('user_grant.id'),
        )
        .as('isConnected'),
    )
    .orderBy('campaign.starts_at', 'desc')
    .orderBy('campaign.id')
    .limit(limit)
    .execute()
}

/** The ids of the lives that count for a running campaign. */
export async function findLivesWithDrops(
  db: Reader,
  lives: readonly { liveId: number; liveCategory: string | null; channelId: string }[],
  now: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ liveId: number }>`
    select live."liveId" from json_to_recordset(${JSON.stringify(lives)}::json) as live (
      "liveId" bigint, "liveCategory" text, "channelId" text)
    where exists (
      select from campaign
      where category_id = live."liveCategory" and not is_draft and starts_at <= ${now}
        and (ends_at is null or ends_at > ${now}) and (channel_ids is null or live."channelId" = any(channel_ids)))`.execute(
    db,
  )
  return new Set(rows.map(({ liveId }) => liveId))
}

/** The rewards of campaigns in order, each with a person's claim. */
export function findRewards(db: Reader, campaignIds: string[], channelId: string | null) {
  return db
    .selectFrom('reward')
    .leftJoin('claim', (join) => join.onRef('claim.reward_id', '=', 'reward.id').on('claim.channel_id', '=', channelId))
    .where('reward.campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .select([
      'reward.campaign_id as campaignId',
      'reward.id as rewardId',
      'reward.name',
      'reward.watch_minutes as watchMinutes',
      'reward.picture_id as pictureId',
      'claim.id as claimId',
      'claim.claimed_at as claimedAt',
      'claim.fulfillment_state as fulfillmentState',
    ])
    .orderBy('reward.campaign_id')
    .orderBy('reward.position')
    .execute()
}

/**
 * A reward of a published campaign with its campaign and category, or null. Waits for a change of the campaign, and a change
 * waits for this transaction.
 */
export function lockRewardWithCampaign(tx: Tx, rewardId: string) {
  return tx
    .selectFrom('reward')
    .innerJoin('campaign', 'campaign.id', 'reward.campaign_id')
    .innerJoin('category', 'category.id', 'campaign.category_id')
    .where('reward.id', '=', rewardId)
    .where('campaign.is_draft', '=', false)
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
    .forKeyShare(['campaign', 'reward'])
    .$call(firstOrNull)
}

type Funnel = { watched: number; reached: number; claimed: number; notified: number; fulfilled: number }

/**
 * The people who watched for a campaign, reached a reward, claimed one, whose claim was delivered to the webhook, and whose
 * claim was fulfilled. Reads up to `limit` viewers and claims.
 */
export async function countFunnel(db: Reader, campaignId: string, limit: number): Promise<Funnel> {
  const { rows } = await sql<Funnel>`
    with progress as (
      select channel_id, watched_ms from campaign_progress where campaign_id = ${campaignId}::uuid limit ${limit}
    ), claimed as (
      select id, client_id, channel_id, fulfillment_state from claim where campaign_id = ${campaignId}::uuid
      order by position limit ${limit}
    ), first_reward as (
      select coalesce(min(watch_minutes), 0) * 60000::bigint as watch_ms from reward where campaign_id = ${campaignId}::uuid
    )
    select
      (select count(*)::int from (select channel_id from progress union select channel_id from claimed) as person) as watched,
      (select count(*)::int from (
        select channel_id from progress, first_reward where watched_ms >= watch_ms
        union select channel_id from claimed) as person) as reached,
      (select count(distinct channel_id)::int from claimed) as claimed,
      (select count(distinct channel_id)::int from claimed where exists (
        select from webhook_delivery as delivery
        where delivery.client_id = claimed.client_id and delivery.endpoint_id = delivery.client_id
          and delivery.claim_id = claimed.id::text
          and delivery.state = 'DELIVERED')) as notified,
      (select count(distinct channel_id)::int from claimed where fulfillment_state = 'FULFILLED') as fulfilled`.execute(
    db,
  )
  return rows[0] as Funnel
}

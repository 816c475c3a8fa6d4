import { limits, type SortOrder, type FulfillmentState, type NotificationFilter } from '@onair/contract'
import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countChanged, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { isOfChannel } from '../../shared/name-search-store.ts'
import { makerName } from './campaign-store.ts'

/** The claim of a person for a reward, or null. */
export async function loadClaimId(db: Reader, rewardId: string, channelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('claim')
    .where('reward_id', '=', rewardId)
    .where('channel_id', '=', channelId)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The claims of a person before a position, newest first. */
export function findClaimsOfPerson(
  db: Reader,
  channelId: string,
  { before, limit }: { before: number | null; limit: number },
) {
  let claims = db.selectFrom('claim').where('claim.channel_id', '=', channelId)
  if (before !== null) claims = claims.where('claim.position', '<', before)
  return claims
    .innerJoin('reward', 'reward.id', 'claim.reward_id')
    .innerJoin('campaign', 'campaign.id', 'claim.campaign_id')
    .innerJoin('app', 'app.client_id', 'claim.client_id')
    .leftJoin('organization', 'organization.id', 'app.organization_id')
    .leftJoin('team', 'team.id', 'app.team_id')
    .leftJoin('channel as maker', 'maker.id', 'app.owner_channel_id')
    .select([
      'claim.position',
      'claim.id as claimId',
      'claim.claimed_at as claimedAt',
      'claim.fulfillment_state as fulfillmentState',
      'reward.name as rewardName',
      'reward.picture_id as pictureId',
      'campaign.title as campaignTitle',
      'campaign.details_url as detailsUrl',
      'app.name as appName',
      makerName,
    ])
    .orderBy('claim.position', 'desc')
    .limit(limit)
    .execute()
}

/** Returns false if the person already has a claim for the reward; waits for a concurrent insert. */
export function insertClaim(tx: Tx, claim: Insertable<Tables['claim']>): Promise<boolean> {
  return tx
    .insertInto('claim')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['reward_id', 'channel_id']).doNothing())
    .$call(hasChanged)
}

/** Locks the claims with these ids, in id order to avoid deadlocks. */
export function lockClaims(tx: Tx, claimIds: string[]) {
  return tx
    .selectFrom('claim')
    .where('id', '=', anyOf(claimIds))
    .select(['id', 'client_id as clientId', 'fulfillment_state as fulfillmentState'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Claims that are already fulfilled keep their date. Returns how many were not. */
export function markFulfilled(tx: Tx, claimIds: string[], now: number): Promise<number> {
  return tx
    .updateTable('claim')
    .set({ fulfillment_state: 'FULFILLED', updated_at: now })
    .where('id', '=', anyOf(claimIds))
    .where('fulfillment_state', '=', 'CLAIMED')
    .$call(countChanged)
}

export type ClaimFilter = {
  claimIds?: string[] | undefined
  channelId?: string
  channelIds?: string[]
  rewardId?: string
  campaignId?: string
  categoryId?: string
  fulfillmentState?: FulfillmentState
} & UnindexedFilter
/** Filters without an index: claims are chosen among the `claimsPerScan` that the other filters leave. */
type UnindexedFilter = {
  notification?: NotificationFilter
  /** A part of the name of the channel. */
  claimant?: string
}

/** The position of an application's claim, or null. */
export async function loadClaimPosition(db: Reader, clientId: string, claimId: string): Promise<number | null> {
  const row = await db
    .selectFrom('claim')
    .where('id', '=', claimId)
    .where('client_id', '=', clientId)
    .select('position')
    .executeTakeFirst()
  return row?.position ?? null
}

/** The latest claim of an application, or null. */
export async function loadLastClaimId(db: Reader, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('claim')
    .where('client_id', '=', clientId)
    .select('id')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Positions, both inclusive. `from` is the first one of a page; null: the page begins at the end of the order. */
export type ClaimRange = { from: number | null; until?: number; sort?: SortOrder }

/** Whether claims are chosen among `claimsPerScan`. */
export function isScan({ notification, claimant }: UnindexedFilter): boolean {
  return notification !== undefined || claimant !== undefined
}

/** An application's claims in a range, oldest first by default. */
export function findClaims(
  db: Reader,
  clientId: string,
  filter: ClaimFilter,
  { size, ...range }: ClaimRange & { size: number },
) {
  const scanned = matching(db, clientId, filter, range).limit(isScan(filter) ? limits.claimsPerScan : size)
  return db
    .selectFrom(scanned.as('claim'))
    .innerJoin('category', 'category.id', 'claim.category_id')
    .where(hasUnindexed(filter))
    .select([
      'claim.id as claimId',
      'claim.campaign_id as campaignId',
      'claim.reward_id as rewardId',
      'claim.category_id as categoryId',
      'category.name_ko as categoryName',
      'claim.channel_id as channelId',
      'claim.fulfillment_state as fulfillmentState',
      'claim.claimed_at as claimedAt',
      'claim.updated_at as updatedAt',
    ])
    .orderBy('claim.position', range.sort === 'newest' ? 'desc' : 'asc')
    .limit(size)
    .execute()
}

/** The claim at which a scan of `claimsPerScan` claims ends; null at the end. */
export async function loadScanEnd(
  db: Reader,
  clientId: string,
  filter: ClaimFilter,
  range: ClaimRange,
): Promise<string | null> {
  const row = await matching(db, clientId, filter, range).offset(limits.claimsPerScan).limit(1).executeTakeFirst()
  return row?.id ?? null
}

/**
 * The claims that match and are not fulfilled, among the first `claimsPerScan` of those that the other filters leave, in
 * groups: `group` is how many of the given times, in ascending order, are before the claim.
 */
export function countOpen(db: Reader, clientId: string, filter: ClaimFilter, times: readonly number[]) {
  const scanned = matching(db, clientId, { ...filter, fulfillmentState: 'CLAIMED' }, { from: 0 })
  return db
    .selectFrom(scanned.limit(limits.claimsPerScan).as('claim'))
    .where(hasUnindexed(filter))
    .select([
      sql<number>`width_bucket(claimed_at, ${times}::bigint[])`.as('group'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`min(claimed_at)`.as('oldestAt'),
    ])
    .groupBy(sql`1`)
    .execute()
}

function matching(
  db: Reader,
  clientId: string,
  { claimIds, channelId, channelIds, rewardId, campaignId, categoryId, fulfillmentState }: ClaimFilter,
  { from, until, sort = 'oldest' }: ClaimRange,
) {
  let claims = db.selectFrom('claim').where('client_id', '=', clientId)
  if (from !== null) claims = claims.where('position', sort === 'newest' ? '<=' : '>=', from)
  if (until !== undefined) claims = claims.where('position', '<=', until)
  if (claimIds !== undefined) claims = claims.where('id', '=', anyOf(claimIds))
  if (channelId !== undefined) claims = claims.where('channel_id', '=', channelId)
  if (channelIds !== undefined) claims = claims.where('channel_id', '=', sql<string>`any(${channelIds}::text[])`)
  if (rewardId !== undefined) claims = claims.where('reward_id', '=', rewardId)
  if (campaignId !== undefined) claims = claims.where('campaign_id', '=', campaignId)
  if (categoryId !== undefined) claims = claims.where('category_id', '=', categoryId)
  if (fulfillmentState !== undefined) claims = claims.where('fulfillment_state', '=', fulfillmentState)
  return claims.selectAll().orderBy('position', sort === 'newest' ? 'desc' : 'asc')
}

function hasUnindexed({ notification, claimant }: UnindexedFilter) {
  const conditions = [
    notification === undefined ? [] : notification === 'DELIVERED' ? wasDelivered : sql`not ${wasDelivered}`,
    claimant === undefined ? [] : isOfChannel(sql`claim.channel_id`, claimant),
  ].flat()
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Whether a notification of the claim was delivered to the registered webhook. */
const wasDelivered = sql<boolean>`exists (
  select from webhook_delivery as delivery
  where delivery.client_id = claim.client_id and delivery.endpoint_id = delivery.client_id
    and delivery.claim_id = claim.id::text and delivery.state = 'DELIVERED')`

function anyOf(ids: string[]) {
  return sql<string>`any(${ids}::uuid[])`
}

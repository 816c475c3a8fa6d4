import type { FulfillmentState, NotificationFilter } from '@onair/contract'
import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Claim } from '../../infra/db/tables.ts'

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

/** Returns false if the person already has a claim for the reward; waits for a concurrent insert. */
export async function insertClaim(tx: Tx, claim: Insertable<Claim>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('claim')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['reward_id', 'channel_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
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

/** Claims that are already fulfilled keep their date. */
export async function markFulfilled(tx: Tx, claimIds: string[], now: number) {
  await tx
    .updateTable('claim')
    .set({ fulfillment_state: 'FULFILLED', updated_at: now })
    .where('id', '=', anyOf(claimIds))
    .where('fulfillment_state', '=', 'CLAIMED')
    .execute()
}

export type ClaimFilter = {
  claimIds: string[] | undefined
  channelId: string | undefined
  channelIds: string[] | undefined
  rewardId: string | undefined
  campaignId: string | undefined
  categoryId: string | undefined
  fulfillmentState: FulfillmentState | undefined
  notification: NotificationFilter | undefined
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

/** An application's claims from a position on, oldest first. */
export function findClaims(
  db: Reader,
  clientId: string,
  { claimIds, channelId, channelIds, rewardId, campaignId, categoryId, fulfillmentState, notification }: ClaimFilter,
  { from, size }: { from: number; size: number },
) {
  let claims = db
    .selectFrom('claim')
    .innerJoin('category', 'category.id', 'claim.category_id')
    .where('claim.client_id', '=', clientId)
    .where('claim.position', '>=', from)
  if (claimIds !== undefined) claims = claims.where('claim.id', '=', anyOf(claimIds))
  if (channelId !== undefined) claims = claims.where('claim.channel_id', '=', channelId)
  if (channelIds !== undefined) claims = claims.where('claim.channel_id', '=', sql<string>`any(${channelIds}::text[])`)
  if (rewardId !== undefined) claims = claims.where('claim.reward_id', '=', rewardId)
  if (campaignId !== undefined) claims = claims.where('claim.campaign_id', '=', campaignId)
  if (categoryId !== undefined) claims = claims.where('claim.category_id', '=', categoryId)
  if (fulfillmentState !== undefined) claims = claims.where('claim.fulfillment_state', '=', fulfillmentState)
  if (notification !== undefined)
    claims = claims.where(notification === 'DELIVERED' ? wasDelivered : sql<boolean>`not ${wasDelivered}`)
  return claims
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
    .orderBy('claim.position')
    .limit(size)
    .execute()
}

/** Whether a notification of the claim was delivered to the registered webhook. */
const wasDelivered = sql<boolean>`exists (
  select from webhook_delivery as delivery
  where delivery.client_id = claim.client_id and delivery.endpoint_id = delivery.client_id
    and delivery.claim_id = claim.id::text and delivery.state = 'DELIVERED')`

function anyOf(ids: string[]) {
  return sql<string>`any(${ids}::uuid[])`
}

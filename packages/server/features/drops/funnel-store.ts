import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

export type Funnel = { watched: number; reached: number; claimed: number; notified: number; fulfilled: number }

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

import { sql } from 'kysely'
import type { Reader, Tx } from '../../world/db/db.ts'

/** A stretch of time in which someone watched a category. */
type Stretch = { channelId: string; categoryId: string; since: number; until: number }

/**
 * Counts what a stretch adds to each campaign of the category that asks for watching: as much of it as lies within the
 * campaign and was not counted before, so that two lives, two windows and two at once count as one.
 */
export async function addProgress(tx: Tx, { channelId, categoryId, since, until }: Stretch) {
  await sql`
    insert into campaign_progress (channel_id, campaign_id, watched_ms, counted_until)
    select ${channelId}, id, counted_until - counted_from, counted_until
    from (
      select id, greatest(${since}::bigint, starts_at) as counted_from, least(${until}::bigint, ends_at) as counted_until
      from campaign
      where category_id = ${categoryId}
        and exists (select from reward where reward.campaign_id = campaign.id and watch_minutes > 0)
    ) as stretch
    where counted_until > counted_from
    order by id
    on conflict (channel_id, campaign_id) do update set
      watched_ms = campaign_progress.watched_ms
        + greatest(0, least(excluded.watched_ms, excluded.counted_until - campaign_progress.counted_until)),
      counted_until = greatest(campaign_progress.counted_until, excluded.counted_until)`.execute(tx)
}

export async function loadWatchedMs(
  db: Reader,
  { channelId, campaignId }: { channelId: string; campaignId: string },
): Promise<number> {
  const row = await db
    .selectFrom('campaign_progress')
    .select('watched_ms')
    .where('channel_id', '=', channelId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row?.watched_ms ?? 0
}

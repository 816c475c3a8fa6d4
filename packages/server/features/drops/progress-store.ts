import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

/** An interval in which a person watched a live of a channel in a category. */
export type ProgressInterval = {
  viewerChannelId: string
  channelId: string
  categoryId: string
  since: number
  until: number
}

/**
 * Adds one interval per person to every published campaign of the category and channel with watch time: only the part within
 * the campaign that was not counted before, so that two lives, windows or concurrent reports count once. Waits for a
 * change of a campaign, and then counts for what it has become.
 */
export async function addProgress(tx: Tx, intervals: readonly ProgressInterval[]) {
  await sql`
    insert into campaign_progress (channel_id, campaign_id, watched_ms, counted_until)
    select channel_id, id, counted_until - counted_from, counted_until
    from (
      select watched.channel_id, campaign.id, greatest(watched.since, starts_at) as counted_from,
        least(watched.until, ends_at) as counted_until
      from unnest(${intervals.map(({ viewerChannelId }) => viewerChannelId)}::text[],
        ${intervals.map(({ channelId }) => channelId)}::text[], ${intervals.map(({ categoryId }) => categoryId)}::text[],
        ${intervals.map(({ since }) => since)}::bigint[], ${intervals.map(({ until }) => until)}::bigint[])
        as watched (channel_id, live_channel_id, category_id, since, until)
      join campaign on campaign.category_id = watched.category_id
      where not is_draft and (channel_ids is null or live_channel_id = any(channel_ids))
        and exists (select from reward where reward.campaign_id = campaign.id and watch_minutes > 0)
      for key share of campaign
    ) as counted
    where counted_until > counted_from
    order by channel_id, id
    on conflict (channel_id, campaign_id) do update set
      watched_ms = campaign_progress.watched_ms
        + greatest(0, least(excluded.watched_ms, excluded.counted_until - campaign_progress.counted_until)),
      counted_until = greatest(campaign_progress.counted_until, excluded.counted_until)`.execute(tx)
}

/** Gives a person at least this watch time. It counts beside what they watch, whose intervals are added as before. */
export async function raiseProgress(
  tx: Tx,
  { channelId, campaignId, watchedMs, startsAt }: RaisedProgress,
): Promise<void> {
  await sql`
    insert into campaign_progress (channel_id, campaign_id, watched_ms, counted_until)
    values (${channelId}, ${campaignId}::uuid, ${watchedMs}::bigint, ${startsAt}::bigint)
    on conflict (channel_id, campaign_id) do update set
      watched_ms = greatest(campaign_progress.watched_ms, excluded.watched_ms)`.execute(tx)
}

/** `startsAt`: of the campaign. */
type RaisedProgress = { channelId: string; campaignId: string; watchedMs: number; startsAt: number }

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

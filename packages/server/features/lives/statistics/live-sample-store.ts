import { sql } from 'kysely'
import { deleteRows } from '../../../infra/db/batches.ts'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { sampleStepMs } from './sample-rules.ts'

const quarterMs = 900_000

/**
 * Stores the viewers of each live now, or of one, and its messages since the sample before, and adds them to the sums
 * of the live and of the channel. `at` is the end of the minute of the sample. A minute has one, whichever worker takes
 * it. A sandbox can move the clock between two samples.
 */
export async function insertSamples(tx: Tx, { at, liveId }: { at: number; liveId?: number }): Promise<void> {
  const before = at - sampleStepMs
  await sql`
    with sample as (
    insert into live_sample (live_id, at, viewers, messages)
    select live.id, ${at}::bigint,
      live.simulated_viewers + (
        select count(*) from live_viewer where live_id = live.id and expires_at_db > clock_timestamp()),
      (select count(*) from chat_message
        where channel_id = live.channel_id and message_time < ${at}::bigint and message_time >= coalesce(
          (select max(earlier.at) from live_sample as earlier where earlier.live_id = live.id and earlier.at < ${at}::bigint),
          live.opened_at))
    from live where closed_at is null and ${liveId === undefined ? sql`true` : sql`live.id = ${liveId}`} order by live.id
    on conflict (live_id, at) do nothing
    returning live_id, viewers, messages),
    summed as (
    insert into live_sum (live_id, peak_viewers, viewer_minutes, minutes, messages)
    select live_id, viewers, viewers, 1, messages from sample order by live_id
    on conflict (live_id) do update set
      peak_viewers = greatest(live_sum.peak_viewers, excluded.peak_viewers),
      viewer_minutes = live_sum.viewer_minutes + excluded.viewer_minutes,
      minutes = live_sum.minutes + 1,
      messages = live_sum.messages + excluded.messages)
    insert into viewer_quarter (channel_id, at, peak_viewers, viewer_minutes, minutes, messages)
    select channel_id, ${before - (before % quarterMs)}::bigint, viewers, viewers, 1, messages
    from sample join live on live.id = live_id order by channel_id
    on conflict (channel_id, at) do update set
      peak_viewers = greatest(viewer_quarter.peak_viewers, excluded.peak_viewers),
      viewer_minutes = viewer_quarter.viewer_minutes + excluded.viewer_minutes,
      minutes = viewer_quarter.minutes + 1,
      messages = viewer_quarter.messages + excluded.messages`.execute(tx)
}

/** Deletes up to `limit` samples from before this time. Returns how many it deleted. */
export function deleteSamplesBefore(tx: Tx, before: number, limit: number): Promise<number> {
  return deleteRows(tx, 'live_sample', sql`at < ${before}`, limit)
}

/** Deletes up to `limit` sums from before this time. Returns how many it deleted. */
export function deleteQuartersBefore(tx: Tx, before: number, limit: number): Promise<number> {
  return deleteRows(tx, 'viewer_quarter', sql`at < ${before}`, limit)
}

/** The live of a channel that is on air, or the last one that ended. Null if there is none since `from`. */
export async function loadLastLive(db: Reader, channelId: string, from: number) {
  const live = await db
    .selectFrom('live')
    .where('channel_id', '=', channelId)
    .where((where) => where.or([where('closed_at', 'is', null), where('closed_at', '>=', from)]))
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id as liveId', 'opened_at as openedAt', 'closed_at as closedAt'])
    .executeTakeFirst()
  return live ?? null
}

export function listSamples(db: Reader, liveId: number) {
  return db
    .selectFrom('live_sample')
    .where('live_id', '=', liveId)
    .orderBy('at')
    .select(['at', 'viewers', 'messages'])
    .execute()
}

/** Newer followers than these are not counted. */
const followersCounted = 10_000

/** Loads the sums of what a live brought between two times. */
export async function loadLiveTotals(
  db: Reader,
  { channelId, from, to }: { channelId: string; from: number; to: number },
): Promise<{ donations: number; amount: number; subscriptions: number; followers: number }> {
  const { rows } = await sql<{ donations: number; amount: number; subscriptions: number; followers: number }>`
    select donation.count as donations, donation.amount,
      (select count(*)::int from subscription_event
        where channel_id = ${channelId} and created_at between ${from} and ${to}) as subscriptions,
      (select count(*)::int from (
        select created_at from channel_follower where channel_id = ${channelId}
        order by position desc limit ${followersCounted}) as newest
        where created_at between ${from} and ${to}) as followers
    from (
      select count(*)::int as count, coalesce(sum(pay_amount), 0)::float8 as amount from donation
      where channel_id = ${channelId} and created_at between ${from} and ${to}) as donation`.execute(db)
  return rows[0] as (typeof rows)[number]
}

type LiveSums = {
  liveId: number
  title: string | null
  categoryValue: string | null
  englishName: string | null
  openedAt: number
  closedAt: number | null
  peakViewers: number | null
  averageViewers: number | null
  messages: number
  donations: number
  amount: number
  subscriptions: number
  followers: number
}

type LiveRange = { channelId: string; from: number; to: number; now: number; beforeId: number; limit: number }

/** The lives that were on air from `from` until before `to`, and whose id is lower, newest first. */
export async function listLiveSums(
  db: Reader,
  { channelId, from, to, now, beforeId, limit }: LiveRange,
): Promise<LiveSums[]> {
  const { rows } = await sql<LiveSums>`
    select live.id as "liveId", live.opened_at as "openedAt", live.closed_at as "closedAt", live.title,
      category.name_ko as "categoryValue", category.name_en as "englishName",
      live_sum.peak_viewers as "peakViewers",
      round(live_sum.viewer_minutes::numeric / live_sum.minutes)::int as "averageViewers",
      coalesce(live_sum.messages, 0) as messages, donation.*, subscription.*, follower.*
    from (
      select id, live.channel_id, opened_at, closed_at,
        case when closed_at is null then setting.default_live_title else title end as title,
        case when closed_at is null then setting.category_id else live.category_id end as category_id
      from live left join live_setting as setting on setting.channel_id = live.channel_id
      where live.channel_id = ${channelId} and (closed_at is null or closed_at >= ${from}) and opened_at < ${to}
        and id < ${beforeId}
      order by id desc limit ${limit}) as live
    left join live_sum on live_sum.live_id = live.id
    left join category on category.id = live.category_id
    cross join lateral (
      select count(*)::int as donations, coalesce(sum(pay_amount), 0)::float8 as amount from donation
      where channel_id = live.channel_id and created_at between live.opened_at and coalesce(live.closed_at, ${now})
    ) as donation
    cross join lateral (
      select count(*)::int as subscriptions from subscription_event
      where channel_id = live.channel_id and created_at between live.opened_at and coalesce(live.closed_at, ${now})
    ) as subscription
    cross join lateral (
      select count(*)::int as followers from channel_follower
      where channel_id = live.channel_id and created_at between live.opened_at and coalesce(live.closed_at, ${now})
    ) as follower
    order by live.id desc`.execute(db)
  return rows
}

/** Donations by hour since `from`. */
export async function listDonationHours(db: Reader, channelId: string, from: number) {
  const { rows } = await sql<{ at: number; count: number; amount: number }>`
    select created_at - created_at % 3600000 as at, count(*)::int as count, sum(pay_amount)::float8 as amount
    from donation where channel_id = ${channelId} and created_at >= ${from}
    group by 1 order by 1`.execute(db)
  return rows
}

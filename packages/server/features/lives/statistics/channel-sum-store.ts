import { limits } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'

/** The times at which periods begin, ascending, and the time until which rows count. */
type Range = { channelId: string; starts: readonly number[]; until: number }
/** `period` counts from 1. */
type Count = { period: number; count: number; amount: number }

/** Donations by period with their amounts. Of each list of events the newest `limits.summedEvents` count. */
export function sumDonations(db: Reader, range: Range): Promise<Count[]> {
  return sumEvents(db, range, sql`select created_at, pay_amount as amount from donation`)
}

export function sumSubscriptions(db: Reader, range: Range): Promise<Count[]> {
  return sumEvents(db, range, sql`select created_at, 0 as amount from subscription_event`)
}

export function sumFollowers(db: Reader, range: Range): Promise<Count[]> {
  return sumEvents(db, range, sql`select created_at, 0 as amount from channel_follower`)
}

async function sumEvents(
  db: Reader,
  { channelId, starts, until }: Range,
  events: RawBuilder<unknown>,
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select width_bucket(created_at, ${starts}::bigint[]) as period, count(*)::int as count, sum(amount)::float8 as amount
    from (${events} where channel_id = ${channelId} and created_at >= ${starts[0]}::bigint and created_at <= ${until}
      order by created_at desc limit ${limits.summedEvents}) as newest
    group by 1`.execute(db)
  return rows
}

/** `viewerMinutes`: the viewers of each minute added up. */
type ViewerSum = { period: number; peakViewers: number; viewerMinutes: number; minutes: number; messages: number }

/** Viewers and chat by period: at most 96 rows a day. */
export async function sumViewers(db: Reader, { channelId, starts, until }: Range): Promise<ViewerSum[]> {
  const { rows } = await sql<ViewerSum>`
    select width_bucket(at, ${starts}::bigint[]) as period, max(peak_viewers) as "peakViewers",
      sum(viewer_minutes)::float8 as "viewerMinutes", sum(minutes)::int as minutes, sum(messages)::int as messages
    from viewer_quarter where channel_id = ${channelId} and at >= ${starts[0]}::bigint and at <= ${until}
    group by 1`.execute(db)
  return rows
}

/** When the channel was on air since `from`: the newest `limits.summedEvents` lives that ended since, and the one on air. */
export async function listAirTimes(db: Reader, channelId: string, from: number) {
  const times = db
    .selectFrom('live')
    .where('channel_id', '=', channelId)
    .select(['opened_at as openedAt', 'closed_at as closedAt'])
  const [ended, onAir] = await Promise.all([
    times.where('closed_at', '>', from).orderBy('closed_at', 'desc').limit(limits.summedEvents).execute(),
    times.where('closed_at', 'is', null).execute(),
  ])
  return [...ended, ...onAir]
}

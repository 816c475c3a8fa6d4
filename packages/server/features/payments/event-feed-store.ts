import type { EventType } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** Numbered events: each is a row before it is published, so that a gateway can backfill it. */
export type PaymentEventType = Exclude<EventType, 'CHAT'>

/** The position of a reader in one event feed. */
export type FeedPosition = { readonly channelId: string; readonly position: number }
export type FeedEvent<P> = { feed: P; position: number; event: object }

const tables = { DONATION: 'donation', SUBSCRIPTION: 'subscription_event' } as const
/** Maximum events of one feed per read. */
const maxEventsPerRead = 200

/** The latest committed position of a feed. */
export async function loadLastPosition(db: Reader, type: PaymentEventType, channelId: string): Promise<number> {
  const { last } = await db
    .selectFrom(tables[type])
    .where('channel_id', '=', channelId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** The events after each position, in order; `unfinished` are the feeds that may have more. */
export async function findEventsAfter<P extends FeedPosition>(
  db: Reader,
  type: PaymentEventType,
  feeds: readonly P[],
): Promise<{ events: FeedEvent<P>[]; unfinished: P[] }> {
  const { rows } = await sql<{ at: number; position: number; event: object }>`
    select feed.at, later.position, later.event
    from unnest(${feeds.map(({ channelId }) => channelId)}::text[], ${feeds.map(({ position }) => position)}::bigint[])
      with ordinality feed (channel_id, position, at)
    cross join lateral (
      select position, event from ${sql.table(tables[type])} payment
      where payment.channel_id = feed.channel_id and payment.position > feed.position
      order by position limit ${maxEventsPerRead}) later
    order by feed.at, later.position`.execute(db)
  const events = rows.map(({ at, position, event }) => ({ feed: feeds[at - 1]!, position, event }))
  const byFeed = Map.groupBy(events, ({ feed }) => feed)
  return { events, unfinished: feeds.filter((feed) => byFeed.get(feed)?.length === maxEventsPerRead) }
}

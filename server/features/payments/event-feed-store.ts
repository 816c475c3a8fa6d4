import type { EventType } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** What carries money: each is a row before it is told, so that whoever missed the news can read it. */
export type PaymentEventType = Exclude<EventType, 'CHAT'>

/** How far someone has told one kind of a channel's money events. */
export type FeedPosition = { readonly channelId: string; readonly position: number }
export type FeedEvent<P> = { feed: P; position: number; event: object }

const tables = { DONATION: 'donation', SUBSCRIPTION: 'subscription_event' } as const
/** Events of one channel that one reading answers. */
const maxEventsPerRead = 200

/** Where a channel's events of a kind stand: all that committed before now has this position or a lower one. */
export async function loadLastPosition(db: Reader, type: PaymentEventType, channelId: string): Promise<number> {
  const { last } = await db
    .selectFrom(tables[type])
    .where('channel_id', '=', channelId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** What follows each of these places, in order; `unfinished` are those after which there may be more than was answered. */
export async function findEventsAfter<P extends FeedPosition>(
  db: Reader,
  type: PaymentEventType,
  feeds: readonly P[],
): Promise<{ events: FeedEvent<P>[]; unfinished: P[] }> {
  const { rows } = await sql<{ at: number; position: number; event: object }>`
    select place.at, later.position, later.event
    from unnest(${feeds.map(({ channelId }) => channelId)}::text[], ${feeds.map(({ position }) => position)}::bigint[])
      with ordinality place (channel_id, told, at)
    cross join lateral (
      select position, event from ${sql.table(tables[type])} money
      where money.channel_id = place.channel_id and money.position > place.told
      order by position limit ${maxEventsPerRead}) later
    order by place.at, later.position`.execute(db)
  const events = rows.map(({ at, position, event }) => ({ feed: feeds[at - 1]!, position, event }))
  const byFeed = Map.groupBy(events, ({ feed }) => feed)
  return { events, unfinished: feeds.filter((feed) => byFeed.get(feed)?.length === maxEventsPerRead) }
}

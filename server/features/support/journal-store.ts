import type { EventType } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../world/db/db.ts'

/** What carries money: each is a row before it is told, so that whoever missed the news can read it. */
export type MoneyType = Exclude<EventType, 'CHAT'>

/** How far someone has read in one kind of a channel's money events. */
export type Place = { channelId: string; position: number }
export type Journalled = Place & { event: object }

const tables = { DONATION: 'donation', SUBSCRIPTION: 'subscription_event' } as const
/** Events of one channel that one reading answers. */
const eventsAtOnce = 200

/** Where a channel's events of a kind stand: all that committed before now has this position or a lower one. */
export async function loadLastPosition(db: Reader, type: MoneyType, channelId: string): Promise<number> {
  const { last } = await db
    .selectFrom(tables[type])
    .where('channel_id', '=', channelId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** What follows each of these places, in order; `more` when some channel has further events. */
export async function findEventsAfter(
  db: Reader,
  type: MoneyType,
  places: readonly Place[],
): Promise<{ events: Journalled[]; more: boolean }> {
  const { rows } = await sql<Journalled>`
    select place.channel_id as "channelId", later.position, later.event
    from unnest(${places.map(({ channelId }) => channelId)}::text[], ${places.map(({ position }) => position)}::bigint[])
      place (channel_id, position)
    cross join lateral (
      select position, event from ${sql.table(tables[type])} money
      where money.channel_id = place.channel_id and money.position > place.position
      order by position limit ${eventsAtOnce}) later
    order by place.channel_id, later.position`.execute(db)
  const counts = Map.groupBy(rows, ({ channelId }) => channelId)
  return { events: rows, more: [...counts.values()].some(({ length }) => length === eventsAtOnce) }
}

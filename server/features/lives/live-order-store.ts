import type { CategoryType } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../world/db/db.ts'

/** How many places one row holds. */
const partSize = 100

/** Everyone on the air now, most viewers first, then the live that began first; in parts. */
const orderedParts = sql`
  counted as (
    select live.id, (live.simulated_viewers + coalesce(here.viewers, 0))::int as viewers
    from live
    left join (
      select live_id, count(*) as viewers from live_viewer where until_real > clock_timestamp() group by live_id
    ) as here on here.live_id = live.id
    where live.closed_at is null
  ),
  placed as (select id, viewers, row_number() over (order by viewers desc, id) - 1 as place from counted),
  part as (
    select (place / ${sql.lit(partSize)})::int as part_no,
      array_agg(id order by place) as live_ids,
      array_agg(viewers order by place) as viewers
    from placed group by 1
  )`

/** What names an order: the same lives in the same places with the same viewers have the same digest. */
const digestOfParts = sql`left(encode(sha256(convert_to(
  coalesce(string_agg(live_ids::text || viewers::text, '' order by part_no), ''), 'UTF8')), 'hex'), 32)`

export type Newest = { digest: string; liveCount: number; isFresh: boolean }

/** The order taken last that is kept for a while yet, or null; fresh when it is younger than so many seconds. */
export async function loadNewestOrder(db: Reader, freshSec: number): Promise<Newest | null> {
  const row = await db
    .selectFrom('live_order')
    .select([
      'digest',
      'live_count as liveCount',
      sql<boolean>`taken_real > clock_timestamp() - make_interval(secs => ${freshSec})`.as('isFresh'),
    ])
    .where(sql<boolean>`kept_until_real > clock_timestamp() + interval '1 minute'`)
    .orderBy('taken_real', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The digest of the order as it is now, and whether that order is kept already, long enough to be read on for half an
 * hour. Null when more lives than `most` are on the air: then nothing was put in order.
 */
export async function loadDigestOfFew(db: Reader, most: number): Promise<{ digest: string; isKept: boolean } | null> {
  const { rows } = await sql<{ digest: string; isKept: boolean }>`
    with ${orderedParts},
    now_is as (
      select ${digestOfParts} as digest from part
      having (select count(*) <= ${most} from (select from live where closed_at is null limit ${most + 1}) as few)
    )
    select now_is.digest, live_order.digest is not null as "isKept" from now_is
    left join live_order on live_order.digest = now_is.digest
      and kept_until_real > clock_timestamp() + interval '1 minute'
      and taken_real > clock_timestamp() - interval '30 minutes'`.execute(db)
  return rows[0] ?? null
}

/** One caller at a time takes an order. One that does not wait is told at once whether it may. */
export async function lockTakingOrders(tx: Tx, { wait }: { wait: boolean }): Promise<boolean> {
  const name = sql`hashtextextended('order of the lives', 0)`
  if (wait) await sql`select pg_advisory_xact_lock(${name})`.execute(tx)
  else {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${name}) as got`.execute(tx)
    return rows[0]?.got ?? false
  }
  return true
}

/** Takes the order as it is now, and answers its digest. */
export async function insertOrder(tx: Tx): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    with ${orderedParts},
    taken as (
      insert into live_order (digest, live_count, taken_real, kept_until_real)
      select ${digestOfParts}, coalesce(sum(cardinality(live_ids)), 0), clock_timestamp(),
        clock_timestamp() + interval '5 minutes'
      from part
      on conflict (digest) do update
        set taken_real = excluded.taken_real, kept_until_real = excluded.kept_until_real
      returning digest
    ),
    stored as (
      insert into live_order_part (digest, part_no, live_ids, viewers)
      select taken.digest, part.part_no, part.live_ids, part.viewers from taken cross join part
      on conflict do nothing
    )
    select digest from taken`.execute(tx)
  const [order] = rows
  if (order === undefined) throw new Error('an order of the lives was not written')
  return order.digest
}

/** An order that is read on is kept five minutes more, an hour at the most. */
export async function keepOrder(tx: Tx, digest: string) {
  await tx
    .updateTable('live_order')
    .set({ kept_until_real: sql<Date>`clock_timestamp() + interval '5 minutes'` })
    .where('digest', '=', digest)
    .where(sql<boolean>`taken_real > clock_timestamp() - interval '1 hour'`)
    .execute()
}

export async function removeOldOrders(tx: Tx) {
  await tx
    .deleteFrom('live_order')
    .where(sql<boolean>`kept_until_real <= clock_timestamp()`)
    .execute()
}

export type OrderedLive = {
  place: number
  viewers: number
  liveId: number
  openedAt: number
  chosenTitle: string | null
  adult: boolean | null
  tags: string[] | null
  categoryType: CategoryType | null
  categoryId: string | null
  categoryValue: string | null
  channelId: string
  channelName: string
  channelImageUrl: string | null
}
export type OrderPage = { liveCount: number; isSoonGone: boolean; lives: OrderedLive[] }

/** The lives at these places of an order that are on the air yet, as they are now. Null when the order is kept no more. */
export async function loadOrderPage(
  db: Reader,
  { digest, from, count }: { digest: string; from: number; count: number },
): Promise<OrderPage | null> {
  const to = from + count - 1
  const { rows } = await sql<OrderedLive & { liveCount: number; isSoonGone: boolean }>`
    select live_order.live_count as "liveCount",
      kept_until_real < clock_timestamp() + interval '4 minutes'
        and taken_real > clock_timestamp() - interval '1 hour' as "isSoonGone",
      shown.*
    from live_order
    left join lateral (
      select part.part_no * ${sql.lit(partSize)} + entry.at - 1 as place, entry.viewers,
        live.id as "liveId", live.opened_at as "openedAt",
        live_setting.default_live_title as "chosenTitle", live_setting.adult, live_setting.tags,
        category.type as "categoryType", category.id as "categoryId", category.name_ko as "categoryValue",
        channel.id as "channelId", channel.name as "channelName", channel.image_url as "channelImageUrl"
      from live_order_part as part
      cross join lateral unnest(part.live_ids, part.viewers) with ordinality as entry (live_id, viewers, at)
      join live on live.id = entry.live_id and live.closed_at is null
      join channel on channel.id = live.channel_id
      left join live_setting on live_setting.channel_id = live.channel_id
      left join category on category.id = live_setting.category_id
      where part.digest = live_order.digest
        and part.part_no between ${Math.floor(from / partSize)} and ${Math.floor(to / partSize)}
        and part.part_no * ${sql.lit(partSize)} + entry.at - 1 between ${from} and ${to}
    ) as shown on true
    where live_order.digest = ${digest} and kept_until_real > clock_timestamp()
    order by shown.place`.execute(db)
  const [first] = rows
  if (first === undefined) return null
  const { liveCount, isSoonGone } = first
  // An order without any live at these places is one row that holds nothing but itself.
  return { liveCount, isSoonGone, lives: rows.filter(({ place }) => place !== null) }
}

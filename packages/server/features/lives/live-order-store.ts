import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

/** Entries per row. */
export const partSize = 100

/** All broadcasts now, most viewers first, then the oldest; in parts. */
const orderedParts = sql`
  counted as (
    select live.id, (live.simulated_viewers + coalesce(here.viewers, 0))::int as viewers
    from live
    left join (
      select live_id, count(*) as viewers from live_viewer where expires_at_db > clock_timestamp() group by live_id
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

/** The digest of an order: equal broadcasts, positions and viewers give the same digest. */
const digestOfParts = sql`left(encode(sha256(convert_to(
  coalesce(string_agg(live_ids::text || viewers::text, '' order by part_no), ''), 'UTF8')), 'hex'), 32)`

export type LatestOrder = { digest: string; liveCount: number; isFresh: boolean }

/** The latest order that does not expire soon, or null; `isFresh` if it is younger than the given seconds. */
export async function loadLatestOrder(db: Reader, freshSec: number): Promise<LatestOrder | null> {
  const row = await db
    .selectFrom('live_order')
    .select([
      'digest',
      'live_count as liveCount',
      sql<boolean>`taken_at_db > clock_timestamp() - make_interval(secs => ${freshSec})`.as('isFresh'),
    ])
    .where(sql<boolean>`expires_at_db > clock_timestamp() + interval '1 minute'`)
    .orderBy('taken_at_db', 'desc')
    .orderBy('digest')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The digest of the current order, and whether that order is stored for at least half an hour. Null if there are more
 * than `most` broadcasts; then nothing was sorted.
 */
export async function loadCurrentDigest(
  db: Reader,
  maxLives: number,
): Promise<{ digest: string; isKept: boolean } | null> {
  const { rows } = await sql<{ digest: string; isKept: boolean }>`
    with ${orderedParts},
    now_is as (
      select ${digestOfParts} as digest from part
      having (select count(*) <= ${maxLives} from (select from live where closed_at is null limit ${maxLives + 1}) as few)
    )
    select now_is.digest, live_order.digest is not null as "isKept" from now_is
    left join live_order on live_order.digest = now_is.digest
      and expires_at_db > clock_timestamp() + interval '1 minute'
      and taken_at_db > clock_timestamp() - interval '30 minutes'`.execute(db)
  return rows[0] ?? null
}

/** Acquires the lock for taking an order. With `wait: false` it returns at once whether it succeeded. */
export async function lockOrderCreation(tx: Tx, { wait }: { wait: boolean }): Promise<boolean> {
  const name = sql`hashtextextended('order of the lives', 0)`
  if (wait) await sql`select pg_advisory_xact_lock(${name})`.execute(tx)
  else {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${name}) as got`.execute(tx)
    return rows[0]?.got ?? false
  }
  return true
}

/** Stores the current order and returns its digest. */
export async function insertOrder(tx: Tx): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    with ${orderedParts},
    taken as (
      insert into live_order (digest, live_count, taken_at_db, expires_at_db)
      select ${digestOfParts}, coalesce(sum(cardinality(live_ids)), 0), clock_timestamp(),
        clock_timestamp() + interval '5 minutes'
      from part
      on conflict (digest) do update
        set taken_at_db = excluded.taken_at_db, expires_at_db = excluded.expires_at_db
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

/** Extends an order by five minutes, up to one hour in total. */
export async function extendOrder(tx: Tx, digest: string) {
  await tx
    .updateTable('live_order')
    .set({ expires_at_db: sql<Date>`clock_timestamp() + interval '5 minutes'` })
    .where('digest', '=', digest)
    .where(sql<boolean>`taken_at_db > clock_timestamp() - interval '1 hour'`)
    .execute()
}

/** Deletes expired orders; locked rows are left for the next run. */
export async function deleteExpiredOrders(tx: Tx) {
  await sql`delete from live_order where digest in (
    select digest from live_order where expires_at_db <= clock_timestamp() for update skip locked)`.execute(tx)
}

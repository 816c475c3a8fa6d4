import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'

/** A page names no more of them in its header. */
const maxOrigins = 50

/** Stores that a process serves video from an origin, and forgets those that no process has confirmed for a day. Whether it is new. */
export async function putMediaOrigin(tx: Tx, origin: string): Promise<boolean> {
  await sql`delete from media_origin where seen_at_db < clock_timestamp() - interval '1 day'`.execute(tx)
  const { rows } = await sql<{ isNew: boolean }>`
    insert into media_origin (origin, seen_at_db) values (${origin}, clock_timestamp())
    on conflict (origin) do update set seen_at_db = excluded.seen_at_db
    returning (xmax = 0) as "isNew"`.execute(tx)
  return rows[0]?.isNew ?? false
}

/** The origins of the processes, those that were confirmed last. */
export async function findMediaOrigins(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('media_origin')
    .where('seen_at_db', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .orderBy('seen_at_db', 'desc')
    .orderBy('origin')
    .limit(maxOrigins)
    .select('origin')
    .execute()
  return rows.map(({ origin }) => origin)
}

import { sql } from 'kysely'
import type { Db } from '@onair/server/infra/db/db.ts'

/** Inserts channels with the ids `c000…01` and following, without accounts that can sign in. Returns the ids. */
export async function createChannels({ read }: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into channel (id, name, verified_mark, chat_channel_id, created_at)
    select 'c' || lpad(to_hex(n), 31, '0'), 'viewer ' || n, false, 'crowd' || n, 0 from generate_series(1, ${count}::integer) n
    returning id`.execute(read)
  return rows.map(({ id }) => id)
}

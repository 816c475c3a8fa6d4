import { sql } from 'kysely'
import type { Db } from '../infra/db/db.ts'

/** Makes many channels at once, `c000…01` and on, that nobody logs in to. Answers their ids. */
export async function createChannels({ read }: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into channel (id, name, verified_mark, chat_channel_id, created_at)
    select 'c' || lpad(to_hex(n), 31, '0'), 'viewer ' || n, false, 'crowd' || n, 0 from generate_series(1, ${count}::integer) n
    returning id`.execute(read)
  return rows.map(({ id }) => id)
}

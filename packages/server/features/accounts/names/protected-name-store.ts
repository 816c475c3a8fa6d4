import { sql } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'

/** The name of a channel with the verified mark, or of somebody who runs the site, that is read in one of these ways. */
export async function findProtectedName(
  db: Reader,
  spellings: readonly string[],
  exceptId: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from channel
    where name_spellings && ${spellings}::text[] and ended_at is null and id is distinct from ${exceptId}
      and (verified_mark or exists (select from site_role where channel_id = channel.id))
    order by id limit 1`.execute(db)
  return rows[0]?.name ?? null
}

type Named = { id: string; name: string }

/** Such channels whose spellings are not stored: they have become so, or have another name. */
export async function findUnspelledNames(db: Reader, limit: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from channel
    where id in (select id from channel where verified_mark and name_spellings is null
      union select channel_id from site_role) and name_spellings is null
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Stores the ways to read names, unless a channel has another name now. */
export async function storeSpellings(
  db: Reader,
  channels: readonly (Named & { spellings: readonly string[] })[],
): Promise<void> {
  await sql`
    update channel set name_spellings = array(select jsonb_array_elements_text(spellings))
    from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as found (id text, name text, spellings jsonb)
    where channel.id = found.id and channel.name = found.name and channel.id in (
      select id from channel where id = any(${channels.map(({ id }) => id)}) order by id for no key update)`.execute(db)
}

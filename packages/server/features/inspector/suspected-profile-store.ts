import type { WireProfile } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

const searchedRecords = 1_000

/**
 * The latest sign, among the last records of an application, that its client cannot read what it is sent. None while a later
 * session subscribed, and of a session whose client tried to subscribe.
 */
export async function findProfileSign(
  db: Reader,
  clientId: string,
): Promise<{ kind: string; wireProfile: WireProfile } | null> {
  const { rows } = await sql<{ kind: string; wireProfile: WireProfile }>`
    with recent as (
      select position, kind, name, session_key, wire_profile from inspector_record
      where client_id = ${clientId} order by position desc limit ${searchedRecords}
    )
    select kind, wire_profile as "wireProfile" from recent as sign
    where wire_profile is not null and name <> 'SYSTEM connected'
      and not exists (select from recent as later where later.position > sign.position and later.name = 'SYSTEM subscribed')
      and (kind = 'request' or not exists (
        select from recent as tried where tried.kind = 'request' and tried.session_key = sign.session_key))
    order by position desc limit 1`.execute(db)
  return rows[0] ?? null
}

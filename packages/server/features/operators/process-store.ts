import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstValue } from '../../infra/db/results.ts'

type RunningProcess = { name: string; roles: string; version: string; isBusUp: boolean }

/** Stores that a process is alive, and forgets those that were killed a day ago. */
export async function putProcess(
  db: Reader,
  { name, roles, version, isBusUp, encoderUrl }: RunningProcess & { encoderUrl: string | null },
): Promise<void> {
  await sql`
    with forgotten as (
      delete from running_process where seen_at_db < clock_timestamp() - interval '1 day' and name <> ${name})
    insert into running_process (name, roles, version, is_bus_up, seen_at_db, encoder_url)
    values (${name}, ${roles}, ${version}, ${isBusUp}, clock_timestamp(), ${encoderUrl})
    on conflict (name) do update set roles = excluded.roles, version = excluded.version,
      is_bus_up = excluded.is_bus_up, seen_at_db = excluded.seen_at_db, encoder_url = excluded.encoder_url`.execute(db)
}

export async function deleteProcess(db: Reader, name: string): Promise<void> {
  await db.deleteFrom('running_process').where('name', '=', name).execute()
}

/** Deletes the processes of the original from a copy. */
export async function deleteProcesses(tx: Tx): Promise<void> {
  await tx.deleteFrom('running_process').execute()
}

/** The address for encoders of a process that is alive and listens for them: always the same one of several. */
export function findEncoderUrl(db: Reader): Promise<string | null> {
  return db
    .selectFrom('running_process')
    .where('encoder_url', 'is not', null)
    .where('seen_at_db', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .orderBy('name')
    .select('encoder_url as encoderUrl')
    .limit(1)
    .$call(firstValue)
}

/** The processes, the one that was seen last first, with the seconds since then. */
export function listProcesses(db: Reader): Promise<(RunningProcess & { seenSec: number })[]> {
  return db
    .selectFrom('running_process')
    .select(['name', 'roles', 'version', 'is_bus_up as isBusUp'])
    .select(sql<number>`greatest(0, extract(epoch from clock_timestamp() - seen_at_db))::int`.as('seenSec'))
    .orderBy('seen_at_db', 'desc')
    .orderBy('name')
    .limit(100)
    .execute()
}

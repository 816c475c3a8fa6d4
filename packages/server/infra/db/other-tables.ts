import type { Client } from 'pg'
import { databaseOpenError } from './embedded/errors.ts'

/** How many tables of another program a message names. */
const maxNamed = 3

/**
 * Throws if the database holds tables of another program, and none of Onair. `migration` is the first table that Onair
 * creates, and its column `ran_at` tells it from that of another program. `isConfirmed`: its own name is enough.
 */
export async function requireNoOtherTables(client: Client, { isConfirmed }: { isConfirmed: boolean }): Promise<void> {
  const { rows } = await client.query<{ database: string; name: string }>(
    `select current_database() as database, relname::text as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
       and not exists (
         select from pg_depend
         where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
       and not exists (
         select from pg_attribute where attrelid = to_regclass('migration') and attname = 'ran_at')
     order by name`,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0 || (isConfirmed && !names.includes('migration'))) return
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  const holds = `The database "${rows[0]?.database}" holds tables of another program: ${names.slice(0, maxNamed).join(', ')}${more}.`
  throw databaseOpenError(
    isConfirmed
      ? `${holds} Onair needs the name migration: create a database for Onair.`
      : `${holds} Create a database for Onair, or run onair migrate --beside-other-tables once to put its tables beside them.`,
  )
}

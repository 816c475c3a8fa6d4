import { sql } from 'kysely'
import type { Reader } from '@onair/server/infra/db/db.ts'
import type { Sample } from './growth.ts'

/** Size and rows of every table of the schema in use. */
export async function readTables(db: Reader): Promise<Sample['tables']> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_table_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname
  `.execute(db)
  const counts = rows.map(({ name }) => sql`select ${name} as name, count(*) as rows from ${sql.table(name)}`)
  const { rows: counted } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  const rowsOf = new Map(counted.map(({ name, rows }) => [name, rows]))
  return new Map(rows.map(({ name, bytes }) => [name, { bytes, rows: rowsOf.get(name) ?? 0 }]))
}

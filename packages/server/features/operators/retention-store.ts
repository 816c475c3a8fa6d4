import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** The tables with the bytes of pictures. */
export const pictureTables = [
  'channel_picture',
  'live_thumbnail',
  'live_picture',
  'reward_picture',
  'site_logo',
  'channel_upload',
]

export type TableSize = { table: string; rows: number | null; bytes: number }

/** Estimated rows and bytes of tables, each with its partitions. PostgreSQL estimates no table with few rows: null. */
export async function loadSizes(db: Reader, tables: readonly string[]): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select name as "table", (sum(reltuples) filter (where reltuples >= 0))::bigint as rows,
      coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::bigint as bytes
    from unnest(${tables}::text[]) as name
    join pg_class on relkind = 'r' and (pg_class.oid = name::regclass
      or pg_class.oid in (select inhrelid from pg_inherits where inhparent = name::regclass))
    group by name`.execute(db)
  return rows
}

/** A table, a column with an index, and the time of its first row in platform time. */
export type Oldest = readonly [table: string, column: string, time?: string]

/** When the first row of an index was written; null: there is none. */
export async function loadOldest(db: Reader, [table, column, time = column]: Oldest): Promise<number | null> {
  const { rows } = await sql<{ at: number }>`
    select ${sql.ref(time)} as at from ${sql.table(table)} where ${sql.ref(column)} is not null
    order by ${sql.ref(column)} limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Bytes of the files of recordings or clips, whose number the size of the disk bounds. */
export async function loadFileBytes(db: Reader, table: 'recording' | 'clip'): Promise<number> {
  const { bytes } = await db
    .selectFrom(table)
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

export async function loadDatabaseBytes(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::bigint as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

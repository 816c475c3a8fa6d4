import { sql } from 'kysely'
import type { Tx } from '../infra/db/db.ts'
import type { Tables } from '../infra/db/tables.ts'

/** A column with sealed values, and the columns that find its row. */
export type SealedColumn = { table: keyof Tables; column: string; key: readonly string[] }
export type SealedRow = Readonly<Record<string, unknown>> & { sealed: Buffer }

/** Locks up to `limit` rows whose values were sealed with another key than this one. */
export async function lockRowsOfOtherKeys(
  tx: Tx,
  { table, column, key }: SealedColumn,
  keyId: Buffer,
  limit: number,
): Promise<SealedRow[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const { rows } = await sql<SealedRow>`
    select ${columns}, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where substr(${sql.ref(column)}, 1, ${keyId.length}) <> ${keyId}
    order by ${columns} limit ${limit} for update`.execute(tx)
  return rows
}

export async function updateSealed(tx: Tx, { table, column, key }: SealedColumn, row: SealedRow, sealed: Buffer) {
  const isRow = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where ${isRow}`.execute(tx)
}

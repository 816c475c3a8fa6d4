import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Tables } from './tables.ts'

const batchSize = 1_000

/** The partitioned tables, each with a column that finds a row: a ctid identifies a row in its partition only. */
export const keysOfPartitioned = {
  chat_message: 'id',
  inspector_record: 'position',
  session: 'key',
  session_subscription: 'session_key',
  webhook_attempt: 'delivery_id',
  webhook_delivery: 'id',
} as const satisfies Partial<Record<keyof Tables, string>>

/**
 * Deletes rows in batches, so that no other transaction waits long for their locks. `deleteBatch`
 * returns its row count, which may exceed the limit.
 */
export async function deleteInBatches(
  { transaction }: Pick<Db, 'transaction'>,
  deleteBatch: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  while ((await transaction((tx) => deleteBatch(tx, batchSize))) >= batchSize);
}

/** Deletes up to `limit` rows of a table that no other transaction has locked, and returns their number. */
export async function deleteRows(
  tx: Tx,
  table: Exclude<keyof Tables, keyof typeof keysOfPartitioned>,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows)
}

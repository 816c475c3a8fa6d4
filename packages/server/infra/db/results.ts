import type { DeleteResult, InsertResult, UpdateResult } from 'kysely'

/** These are for `$call` at the end of a query, in place of `execute`. */
type Query<Row> = { executeTakeFirst(): Promise<Row | undefined> }
type Statement = { executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult> }

/** The first row, or null. */
export async function firstOrNull<Row>(query: Query<Row>): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null
}

/** Whether there is a row. */
export async function isFound(query: Query<unknown>): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/** How many rows a statement inserted, updated or deleted. */
export async function countChanged(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numDeletedRows' in result) return Number(result.numDeletedRows)
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows)
}

/** Whether a statement inserted, updated or deleted a row. */
export async function hasChanged(statement: Statement): Promise<boolean> {
  return (await countChanged(statement)) > 0
}

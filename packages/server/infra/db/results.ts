import type { DeleteResult, InsertResult, UpdateResult } from 'kysely'

type Changed = InsertResult | UpdateResult | DeleteResult
/** These are for `$call` at the end of a query, in place of `execute`. */
type Statement = { executeTakeFirst(): Promise<Changed> }
/** A statement without `returning` is none: it has a result even if it changes no row. */
type Query<Row> = { executeTakeFirst(): Promise<(Row extends Changed ? never : Row) | undefined> }

/** The first row, or null. */
export async function firstOrNull<Row>(query: Query<Row>): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null
}

/** Whether there is a row. */
export async function isFound<Row>(query: Query<Row>): Promise<boolean> {
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

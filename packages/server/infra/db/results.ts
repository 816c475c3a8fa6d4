import { sql, type DeleteResult, type InsertResult, type SelectQueryBuilder, type UpdateResult } from 'kysely'
import type { Tables } from './tables.ts'

type Changed = InsertResult | UpdateResult | DeleteResult
/** These are for `$call` at the end of a query, in place of `execute`. */
type Statement = { executeTakeFirst(): Promise<Changed> }
/** A statement without `returning` is none: it has a result even if it changes no row. */
type Query<Row> = { executeTakeFirst(): Promise<(Row extends Changed ? never : Row) | undefined> }

/** The first row, or null. */
export async function firstOrNull<Row>(query: Query<Row>): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null
}

/** The only column of the first row, or null. */
export async function firstValue<Row extends object>(query: Query<Row>): Promise<Row[keyof Row] | null> {
  const row = await query.executeTakeFirst()
  return row === undefined ? null : (Object.values(row)[0] as Row[keyof Row])
}

/** The only column of every row. */
export async function allValues<Row extends object>(query: { execute(): Promise<Row[]> }): Promise<Row[keyof Row][]> {
  return (await query.execute()).map((row) => Object.values(row)[0] as Row[keyof Row])
}

/** How many rows a query without a selection has. */
export async function countRows<From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
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

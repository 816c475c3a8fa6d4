import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../infra/db/db.ts'

/**
 * A table that is partitioned by days (UTC). Rows of days without a partition are in `<table>_default`, so that an insert
 * never fails.
 */
export type PartitionedTable = {
  table: string
  /** The partition key: platform time in milliseconds, or database time. */
  key: string
  keyType: 'bigint' | 'timestamptz'
  /** How many days a partition has. */
  days: number
  /** A unique column, and those that name people: rows of people with a hold are kept. */
  held?: { id: string; people: readonly string[] }
}

export const dayMs = 86_400_000

/** A partition, by the start of its first day. */
export type Partition = { name: string; day: number }

const undefinedTable = '42P01'
const namePattern = /_(\d{4})(\d\d)(\d\d)$/

/** The start of the first day of this partition, by its name. */
function dayOf(name: string): number | null {
  const match = namePattern.exec(name)
  return match && Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
}

function nameOf(table: string, day: number): string {
  return `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** The partitions but for the default one, oldest first. */
export async function listPartitions(db: Reader, { table }: Pick<PartitionedTable, 'table'>): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`.execute(db)
  return rows.flatMap(({ name }) => {
    const day = dayOf(name)
    return day === null ? [] : [{ name, day }]
  })
}

/** Platform time, or database time for a table whose key is in database time. */
export async function loadKeyTime(db: Reader, { keyType }: PartitionedTable, now: number): Promise<number> {
  if (keyType === 'bigint') return now
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]?.now ?? now
}

/** Locks the partitions, which one process at a time changes. False while another process holds the lock. */
export async function lockPartitions(tx: Tx): Promise<boolean> {
  // Inserts queue behind the locks that a change waits for.
  await sql`set local lock_timeout = '200ms'`.execute(tx)
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('onair.partitions')) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/**
 * Creates the partition that begins with a day, and moves its rows from the default partition. Statements wait at the table
 * until then: one that was planned before would not find the moved rows, nor insert into the default partition.
 */
export async function createPartition(tx: Tx, table: PartitionedTable, day: number): Promise<void> {
  const name = nameOf(table.table, day)
  // Another process may have created it after this one read the list.
  const { rows: existing } = await sql`select where to_regclass(${name}) is not null`.execute(tx)
  if (existing.length > 0) return
  const partition = sql.table(name)
  const [from, to] = [keyLiteral(table, day), keyLiteral(table, day + table.days * dayMs)]
  const { rows: columns } = await sql<{ name: string; persistence: string }>`
    select attname as name, relpersistence as persistence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attrelid = ${`${table.table}_default`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx)
  const unlogged = columns[0]?.persistence === 'u' ? sql`unlogged` : sql``
  const list = sql.join(columns.map((column) => sql.ref(column.name)))
  await sql`create ${unlogged} table ${partition} (like ${sql.table(table.table)} including all)`.execute(tx)
  await sql`lock table ${sql.table(table.table)} in access exclusive mode`.execute(tx)
  const key = sql.ref(table.key)
  await sql`
    with moved as (delete from ${defaultOf(table)} where ${key} >= ${from} and ${key} < ${to} returning ${list})
    insert into ${partition} (${list}) select ${list} from moved`.execute(tx)
  await sql`
    alter table ${sql.table(table.table)} attach partition ${partition} for values from (${from}) to (${to})`.execute(
    tx,
  )
}

/** Whether it has no row. True where another process deleted it since it was listed. */
export async function isPartitionEmpty(db: Reader, { name }: Partition): Promise<boolean> {
  try {
    return (await sql`select from ${sql.table(name)} limit 1`.execute(db)).rows.length === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return true
    throw error
  }
}

/**
 * Deletes a partition, unless it has rows: of people with a hold, or any where `isExpired` is false. Returns whether it was
 * deleted. Another process may have deleted it since it was listed. The caller holds the lock of the partitions.
 */
export async function deletePartition(
  tx: Tx,
  table: PartitionedTable,
  partition: Partition,
  { isExpired }: { isExpired: boolean },
): Promise<boolean> {
  const listed = await listPartitions(tx, table)
  if (!listed.some((one) => one.name === partition.name)) return false
  const name = sql.table(partition.name)
  if (table.held !== undefined) {
    await lockAgainstHolds(tx)
    const { rows } = await sql`select from ${name} where ${isHeld(table)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  if (!isExpired) {
    // Inserts wait for the lock of the parent alone.
    await sql`lock table only ${sql.table(table.table)} in access exclusive mode`.execute(tx)
    if (!(await isPartitionEmpty(tx, partition))) return false
  }
  await sql`drop table ${name}`.execute(tx)
  return true
}

/** Deletes up to `limit` rows of people with a hold from before a day, which copies them, and returns their number. */
export async function deleteHeldRows(
  tx: Tx,
  table: PartitionedTable,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  if (table.held === undefined) return 0
  const [id, key, end] = [sql.ref(table.held.id), sql.ref(table.key), keyLiteral(table, before)]
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table.table)} where ${key} < ${end} and ${id} = any(array(
      select ${id} from ${sql.table(table.table)} where ${key} < ${end} and (${isHeld(table)}) limit ${limit}))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `limit` rows of the default partition from before a day but for those of people with a hold, and returns their number. */
export async function deleteDefaultRows(
  tx: Tx,
  table: PartitionedTable,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  if (table.held !== undefined) await lockAgainstHolds(tx)
  const { numAffectedRows } = await sql`
    delete from ${defaultOf(table)} where ctid = any(array(
      select ctid from ${defaultOf(table)}
      where ${sql.ref(table.key)} < ${keyLiteral(table, before)} and not (${isHeld(table)}) limit ${limit}))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Until the transaction ends, nobody places a hold. Statements after it see those that are placed. */
export async function lockAgainstHolds(tx: Tx): Promise<void> {
  await sql`select lock_against_holds()`.execute(tx)
}

function isHeld({ held }: PartitionedTable): RawBuilder<unknown> {
  if (held === undefined) return sql`false`
  return sql.join(
    held.people.map((person) => sql`${sql.ref(person)} = any(array(select channel_id from legal_hold))`),
    sql` or `,
  )
}

function defaultOf({ table }: PartitionedTable): RawBuilder<unknown> {
  return sql.table(`${table}_default`)
}

/** Bounds of partitions cannot be parameters. */
function keyLiteral({ keyType }: PartitionedTable, ms: number): RawBuilder<unknown> {
  return sql.lit(keyType === 'bigint' ? ms : new Date(ms).toISOString())
}

import { Client } from 'pg'
import {
  createPartition,
  listPartitions,
  listSequences,
  listTables,
  type CatalogTable,
  type TablePartition,
} from './catalog.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'

/** The rows of all tables of one moment, as JSON texts, which PostgreSQL writes and reads. */
export type DatabaseDump = {
  tables: { name: string; rows: string[] }[]
  partitions: TablePartition[]
  sequences: { name: string; value: number }[]
}

export class DumpTooLarge extends Error {
  override readonly name = 'DumpTooLarge'
}

/** The rows are in memory while they are copied. */
export const maxDatabaseMb = 512

/** Reads a database that is in use. Nothing waits for it. */
export async function dumpDatabase(connection: ConnectionConfig): Promise<DatabaseDump> {
  await using opened = await openClient(connection)
  const { client } = opened
  await client.query('begin isolation level repeatable read read only')
  await requireSize(client)
  const tables = await listTables(client)
  const rowsByTable = await readRows(client, tables)
  const dump = {
    tables: tables.map(({ name }) => ({ name, rows: rowsByTable.get(name) ?? [] })),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
  }
  await client.query('commit')
  return dump
}

/**
 * Replaces all rows of a database with the same schema, in one transaction. Triggers and foreign keys are not run, which
 * only a superuser of PostgreSQL may decide.
 */
export async function loadDump(connection: ConnectionConfig, dump: DatabaseDump): Promise<void> {
  await using opened = await openClient(connection)
  const { client } = opened
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  const tables = await listTables(client)
  await client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)
  for (const partition of dump.partitions) await createPartition(client, partition, tables)
  const rowsByTable = new Map(dump.tables.map(({ name, rows }) => [name, rows]))
  // The names are those of this database, because the file of a dump may come from anyone.
  for (const table of tables) await insertRows(client, table, rowsByTable.get(table.name) ?? [])
  await setSequences(client, dump.sequences)
  await client.query('commit')
}

async function setSequences(client: Client, sequences: DatabaseDump['sequences']): Promise<void> {
  await client.query(
    `select setval(quote_ident(sequencename)::regclass, value::bigint)
     from json_to_recordset($1) as t(name text, value bigint) join pg_sequences on sequencename = name
     where schemaname = 'public'`,
    [JSON.stringify(sequences)],
  )
}

/** Whether the user of this connection may load a dump. */
export async function mayLoadDump(connection: ConnectionConfig): Promise<boolean> {
  await using opened = await openClient(connection)
  const { rows } = await opened.client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  return rows[0]?.rolsuper === true
}

async function openClient(connection: ConnectionConfig) {
  const client = new Client({
    ...clientConfig(connection),
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  client.on('error', () => {})
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

async function requireSize(client: Client): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  if (Number(rows[0]?.bytes) > maxDatabaseMb * 1e6) throw new DumpTooLarge(`more than ${maxDatabaseMb} MB`)
}

/** One statement for all tables, because most are empty. */
async function readRows(client: Client, tables: readonly CatalogTable[]): Promise<Map<string, string[]>> {
  const selects = tables.map(({ name, columns }, at) => {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    return `select ${at} as at, row_to_json(t)::text as row from (select ${list} from ${client.escapeIdentifier(name)}) t`
  })
  const { rows } = await client.query<{ at: number; row: string }>(selects.join('\nunion all\n'))
  const rowsByTable = new Map<string, string[]>(tables.map(({ name }) => [name, []]))
  for (const { at, row } of rows) rowsByTable.get(tables[at]!.name)!.push(row)
  return rowsByTable
}

const maxRows = 5_000
const maxChars = 4_000_000

async function insertRows(client: Client, { name, columns }: CatalogTable, rows: readonly string[]): Promise<void> {
  const table = client.escapeIdentifier(name)
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const text = `insert into ${table} (${list}) overriding system value select ${list} from json_populate_recordset(null::${table}, $1::json)`
  for (let from = 0; from < rows.length;) {
    let [to, chars] = [from, 0]
    while (to < rows.length && to - from < maxRows && chars < maxChars) chars += rows[to++]!.length
    await client.query(text, [`[${rows.slice(from, to).join(',')}]`])
    from = to
  }
}

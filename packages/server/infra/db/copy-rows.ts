import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  createPartition,
  listForeignKeys,
  listPartitions,
  listSequences,
  listTables,
  setSequences,
  stableTextSettings,
  summarizeTables,
  type CatalogTable,
} from './catalog.ts'
import { databaseOpenError } from './embedded/errors.ts'
import { hashOfMigrations, requireCurrentSchema } from './migrate.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'
import {
  FrameWriter,
  requireSameVersion,
  RowsRefused,
  type RowReader,
  type RowsHeader,
  type RowsTotals,
} from './row-stream.ts'

export type Progress = (table: string, done: number, total: number) => void

type ExportOptions = {
  version: string
  now: number
  snapshot?: unknown
  /** Whether each table is read again for its number of rows and their checksum, which the import compares. */
  hasTotals?: boolean
  onProgress?: Progress
}

/** Reads all rows of one moment, while others read and write the database. Only a change of the schema waits. */
export async function* exportRows(
  connection: ConnectionConfig,
  { version, now, snapshot = null, hasTotals = false, onProgress = () => {} }: ExportOptions,
): AsyncGenerator<Buffer, RowsTotals> {
  await using opened = await openRowsClient(connection)
  const { client } = opened
  await client.query('begin isolation level repeatable read read only')
  await requireCurrentSchema(client)
  const frames = new FrameWriter()
  yield frames.json({
    format: 'onair-rows',
    formatVersion: 1,
    version,
    createdAt: new Date(now).toISOString(),
    ...(await readInstallation(client)),
    schema: await hashOfMigrations(),
    partitions: await listPartitions(client),
    snapshot,
  })
  const tables = await listTables(client)
  for (const [at, { name, columns }] of tables.entries()) {
    onProgress(name, at, tables.length)
    yield frames.json({ table: name, columns })
    const rows = client.query(copyTo(`copy (select ${listOf(columns)} from ${escapeIdentifier(name)}) to stdout`))
    for await (const block of rows) if (block.length > 0) yield frames.bytes(block)
    yield frames.bytes(Buffer.alloc(0))
  }
  const totals = {
    tables: hasTotals ? await summarizeTables(client, tables) : [],
    sequences: await listSequences(client),
  }
  yield frames.json(totals)
  yield frames.hash()
  await client.query('commit')
  return totals
}

async function readInstallation(client: Client): Promise<Pick<RowsHeader, 'mode' | 'sealedDataKey'>> {
  const { rows } = await client.query<{ mode: RowsHeader['mode']; sealed_data_key: Buffer }>(
    'select mode, sealed_data_key from installation',
  )
  const installation = rows[0]
  if (installation === undefined) throw databaseOpenError('The database has no data yet. Start the server first.')
  return { mode: installation.mode, sealedDataKey: installation.sealed_data_key.toString('base64') }
}

type ImportOptions = {
  onProgress?: Progress
  /** Whether foreign keys are not checked, for rows that this process reads itself. Needs a superuser. */
  isTrusted?: boolean
  /** Called in the transaction before the rows are replaced, when nothing else can use them. */
  prepare?: (client: Client) => Promise<void>
  /** Called in the transaction when the rows are there. */
  finish?: (client: Client) => Promise<void>
}

/**
 * Replaces all rows of a database with the same schema, in one transaction, which commits if the stream is complete.
 * Triggers do not run, because their effects are in the rows; foreign keys are checked when all rows are there. The owner
 * of the tables may do this.
 */
export async function importRows(
  connection: ConnectionConfig,
  reader: RowReader,
  options: ImportOptions = {},
): Promise<RowsTotals> {
  const header = await reader.readHeader()
  await requireSameVersion(header)
  await using opened = await openRowsClient(connection)
  const { client } = opened
  try {
    await client.query('begin')
    const totals = await replaceRows(client, { header, reader }, options)
    await client.query('commit')
    return totals
  } catch (cause) {
    const isOfRows = cause instanceof DatabaseError && !/^(?:08|53|57)/.test(cause.code ?? '')
    throw isOfRows ? new RowsRefused('REJECTED', { cause }) : cause
  }
}

type RowSource = { header: RowsHeader; reader: RowReader }

async function replaceRows(
  client: Client,
  source: RowSource,
  { onProgress = () => {}, isTrusted = false, prepare = async () => {}, finish = async () => {} }: ImportOptions,
): Promise<RowsTotals> {
  await requireCurrentSchema(client)
  const tables = await listTables(client)
  const names = listOf(tables.map(({ name }) => name))
  await client.query(`lock table ${names} in access exclusive mode`)
  await prepare(client)
  const checks = isTrusted ? trustedChecks : await listChecks(client, tables)
  await client.query([`truncate ${names} restart identity`, ...checks.disable].join(';'))
  // Not earlier: a row of the default partition that belongs to a new one would refuse it.
  for (const partition of source.header.partitions) await createPartition(client, partition, tables)
  const totals = await copyRows(client, tables, source, onProgress)
  await client.query(checks.enable.join(';'))
  await setSequences(client, totals.sequences)
  if (totals.tables.length > 0) await requireTotals(client, tables, totals)
  await finish(client)
  return totals
}

/** Statements that disable triggers and foreign keys, and those that enable them again. */
type Checks = { disable: string[]; enable: string[] }

const trustedChecks: Checks = { disable: ['set local session_replication_role = replica'], enable: [] }

async function listChecks(client: Client, tables: readonly CatalogTable[]): Promise<Checks> {
  const triggers = (verb: string) =>
    tables.map(({ name }) => `alter table ${escapeIdentifier(name)} ${verb} trigger user`)
  const keys = (await listForeignKeys(client)).map(({ table, name, definition }) => ({
    drop: `alter table ${table} drop constraint ${escapeIdentifier(name)}`,
    add: `alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`,
  }))
  return {
    disable: [...keys.map(({ drop }) => drop), ...triggers('disable')],
    enable: [...triggers('enable'), ...keys.map(({ add }) => add)],
  }
}

async function copyRows(
  client: Client,
  tables: readonly CatalogTable[],
  { header, reader }: RowSource,
  onProgress: Progress,
): Promise<RowsTotals> {
  const contents = reader.readTables()
  for (let at = 0; ; at++) {
    const next = await contents.next()
    const table = tables[at]
    if (next.done === true && table === undefined) return next.value
    // The names are those of this database: the rows may come from anyone.
    if (next.done === true || table?.name !== next.value.table || table.columns.join() !== next.value.columns.join())
      throw new RowsRefused('OTHER_VERSION', header)
    onProgress(table.name, at, tables.length)
    const target = client.query(copyFrom(`copy ${escapeIdentifier(table.name)} (${listOf(table.columns)}) from stdin`))
    await pipeline(Readable.from(next.value.blocks, { objectMode: false }), target)
  }
}

async function requireTotals(client: Client, tables: readonly CatalogTable[], totals: RowsTotals): Promise<void> {
  const expected = new Map(totals.tables.map((each) => [each.table, each]))
  for (const { table, rows, checksum } of await summarizeTables(client, tables))
    if (expected.get(table)?.rows !== rows || expected.get(table)?.checksum !== checksum)
      throw new RowsRefused('REJECTED', { cause: new Error(`${table} would have ${rows} rows or other content`) })
}

const listOf = (names: readonly string[]) => names.map((name) => escapeIdentifier(name)).join(', ')

/** Opens a connection without limits of time, because a statement reads or writes all rows of a table. */
export async function openRowsClient(connection: ConnectionConfig): Promise<{ client: Client } & AsyncDisposable> {
  const client = new Client({ ...clientConfig(connection), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw databaseOpenError(`Cannot connect to the database: ${error.message}. Check ONAIR_DATABASE_URL.`, error)
  })
  await client.query(`${stableTextSettings}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { encodeBackup, type BackupHeader, type BackupTotals, type TableTotals } from './backup-file.ts'
import {
  fingerprintSchema,
  listPartitions,
  listSequences,
  listTables,
  stableTextSettings,
  summarizeTable,
} from './catalog.ts'
import { databaseOpenError } from './embedded/errors.ts'
import { requireCurrentSchema } from './migrate.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'

export type Progress = (table: string, done: number, total: number) => void

/**
 * Writes all rows of one moment to a new file. Servers can read and write the database during a backup; only a change
 * of the schema waits. The file has its name when it is complete.
 */
export async function writeBackup(
  connection: ConnectionConfig,
  file: string,
  { version, now, onProgress = () => {} }: { version: string; now: number; onProgress?: Progress },
): Promise<BackupTotals> {
  if (existsSync(file)) throw databaseOpenError(`${file} exists already. Choose another name.`)
  await using opened = await openBackupClient(connection)
  const { client } = opened
  await client.query('begin isolation level repeatable read read only')
  const header = await readHeader(client, version, now)
  const totals: BackupTotals = { tables: [], sequences: [] }
  const bytes = encodeBackup({
    header,
    tables: readTables(client, totals.tables, onProgress),
    async totals() {
      totals.sequences = await listSequences(client)
      return totals
    },
  })
  await writeFile(bytes, file)
  await client.query('commit')
  return totals
}

async function writeFile(bytes: AsyncIterable<Buffer>, file: string): Promise<void> {
  const partial = `${file}.partial`
  // Only this user may read the secrets of the platform.
  const output = createWriteStream(partial, { mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), createGzip({ level: 3 }), output)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw databaseOpenError(`Cannot write ${file}: ${error.message}.`, error)
    throw error
  }
}

async function readHeader(client: Client, version: string, now: number): Promise<BackupHeader> {
  const migrations = await requireCurrentSchema(client)
  const { rows } = await client.query<{ mode: BackupHeader['mode']; sealed_data_key: Buffer }>(
    'select mode, sealed_data_key from installation',
  )
  const installation = rows[0]
  if (installation === undefined) throw databaseOpenError('The database has no data yet. Start the server first.')
  return {
    format: 'onair-backup',
    formatVersion: 1,
    version,
    createdAt: new Date(now).toISOString(),
    mode: installation.mode,
    migrations,
    schema: await fingerprintSchema(client, migrations),
    partitions: await listPartitions(client),
    sealedDataKey: installation.sealed_data_key.toString('base64'),
  }
}

async function* readTables(client: Client, totals: TableTotals[], onProgress: Progress) {
  const tables = await listTables(client)
  for (const [at, table] of tables.entries()) {
    onProgress(table.name, at, tables.length)
    const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ')
    const statement = `copy (select ${columns} from ${escapeIdentifier(table.name)}) to stdout`
    yield { table: table.name, columns: table.columns, blocks: client.query(copyTo(statement)) }
    totals.push(await summarizeTable(client, table))
  }
}

/** Without limits of time, because a statement reads or writes all rows of a table. */
export async function openBackupClient(connection: ConnectionConfig): Promise<{ client: Client } & AsyncDisposable> {
  const client = new Client({ ...clientConfig(connection), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw databaseOpenError(`Cannot connect to the database: ${error.message}. Check DATABASE_URL.`, error)
  })
  await client.query(`${stableTextSettings}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

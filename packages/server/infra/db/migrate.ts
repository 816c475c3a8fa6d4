import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client, DatabaseError } from 'pg'
import { databaseOpenError } from './embedded/errors.ts'
import { requireNoOtherTables } from './other-tables.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'

export const migrationsDirectory = new URL('../../migrations/', import.meta.url)

/** The first migration of the pre-release versions. Those migrations are not upgraded. */
const preReleaseMigration = '0001-people.sql'

/**
 * Applies the pending migrations, each in its own transaction, and returns their file names. An advisory lock ensures
 * that one process migrates at a time. There are no downgrades. `besideOtherTables`: the first migration also runs in a
 * database that holds tables of another program.
 */
export async function migrate(
  connection: ConnectionConfig,
  { besideOtherTables = false }: { besideOtherTables?: boolean } = {},
): Promise<string[]> {
  const client = new Client(clientConfig(connection))
  // A lost connection also rejects the current query. Without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: Error & { code?: string }) => {
    throw databaseOpenError(
      `Cannot connect to the database: ${error.message || error.code}. Check ONAIR_DATABASE_URL.`,
      error,
    )
  })
  try {
    // Most starts end here. A migration that is listed is committed, so that no lock is needed.
    const options = { besideOtherTables }
    if ((await listPendingMigrations(client, options)).length === 0) return []
    await client.query("select pg_advisory_lock(hashtext('onair.migrate'))")
    await client.query('create table if not exists migration (name text primary key, ran_at timestamptz default now())')
    const pending = await listPendingMigrations(client, options)
    for (const name of pending) await applyMigration(client, name)
    return pending
  } catch (error) {
    if (isUnavailable(error))
      throw databaseOpenError(`The database failed during the migration: ${error.message}.`, error)
    if (error instanceof DatabaseError && error.code === duplicateTable)
      throw databaseOpenError(`Onair needs a database of its own: here, ${error.message}.`, error)
    throw error
  } finally {
    await client.end()
  }
}

/** The names of the migrations of this version. Throws if the schema of the database is another one. */
export async function requireCurrentSchema(client: Client): Promise<string[]> {
  const pending = await listPendingMigrations(client)
  if (pending.length > 0)
    throw databaseOpenError(
      `The schema of the database is not that of this version: ${pending.length} migrations are pending. Start this version once, or use the version that served the database.`,
    )
  return listAppliedMigrations(client)
}

/** Identifies the schema: data of one schema can be read with the same schema only. */
export async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await listMigrationFiles()) hash.update(await readFile(new URL(name, migrationsDirectory)))
  return hash.digest('hex')
}

async function listMigrationFiles(): Promise<string[]> {
  return (await readdir(migrationsDirectory)).filter((name) => name.endsWith('.sql')).sort()
}

/** Whether the database is the cause, not a migration: a full disk (class 53), a shutdown (57P) or a lost connection. */
function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof DatabaseError))
    return error instanceof Error && error.message.startsWith('Connection terminated')
  return /^(?:08|53|57P)/.test(error.code ?? '')
}

export async function listPendingMigrations(
  client: Client,
  { besideOtherTables = false }: { besideOtherTables?: boolean } = {},
): Promise<string[]> {
  const files = await listMigrationFiles()
  const applied = new Set(await listAppliedMigrations(client))
  if (applied.size === 0) await requireNoOtherTables(client, { isConfirmed: besideOtherTables })
  if (applied.has(preReleaseMigration))
    throw databaseOpenError(
      'The database was created by a pre-release version of Onair and cannot be upgraded: ' +
        'start with an empty data directory (ONAIR_DATA_DIR) or an empty database (ONAIR_DATABASE_URL).',
    )
  const unknown = [...applied].find((name) => !files.includes(name))
  if (unknown)
    throw databaseOpenError(
      `The database was migrated by a newer version of Onair (migration ${unknown}). Start that version or a newer one.`,
    )
  return files.filter((name) => !applied.has(name))
}

/** Empty in a new database, which does not have the table. One of another program has other columns. */
async function listAppliedMigrations(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('select name, ran_at from migration order by name')
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof DatabaseError && [undefinedTable, undefinedColumn].includes(error.code ?? '')) return []
    throw error
  }
}

const undefinedTable = '42P01'
const undefinedColumn = '42703'
const duplicateTable = '42P07'

async function applyMigration(client: Client, name: string) {
  await client.query('begin')
  await client.query(await readFile(new URL(name, migrationsDirectory), 'utf8'))
  await client.query('insert into migration (name) values ($1)', [name])
  await client.query('commit')
}

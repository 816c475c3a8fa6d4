import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Client, DatabaseError, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupReader, type BackupHeader, type BackupTable, type BackupTotals } from './backup-file.ts'
import { openBackupClient, type Progress } from './backup.ts'
import { createPartition, fingerprintSchema, listTables, summarizeTable, type CatalogTable } from './catalog.ts'
import { databaseOpenError } from './embedded/errors.ts'
import { migrate, requireCurrentSchema } from './migrate.ts'
import type { ConnectionConfig } from './pool.ts'

/** Reads the file to its end and compares its checksum. Changes nothing. */
export async function verifyBackup(file: string): Promise<BackupHeader> {
  await using reader = new BackupReader(file)
  const header = await reader.readHeader()
  const tables = reader.readTables()
  for (let next = await tables.next(); next.done !== true; next = await tables.next())
    for await (const _ of next.value.blocks);
  return header
}

/**
 * Restores a verified backup into an empty database, in one transaction, which commits if every table has the rows and the
 * checksum of the backup.
 */
export async function restoreBackup(
  connection: ConnectionConfig,
  file: string,
  { onProgress = () => {} }: { onProgress?: Progress } = {},
): Promise<BackupTotals> {
  await requireEmptyDatabase(connection)
  await migrate(connection)
  await using opened = await openBackupClient(connection)
  const { client } = opened
  await using reader = new BackupReader(file)
  const header = await reader.readHeader()
  try {
    await client.query('begin')
    await requireSameSchema(client, header, file)
    const tables = await listTables(client)
    await client.query(`lock table ${namesOf(tables)} in access exclusive mode`)
    await requireNoInstallation(client)
    for (const partition of header.partitions) await createPartition(client, partition, tables)
    const totals = await replaceRows(client, tables, reader, onProgress)
    await requireTotals(client, tables, totals)
    await client.query('commit')
    return totals
  } catch (error) {
    if (error instanceof DatabaseError && !/^(?:08|53|57)/.test(error.code ?? ''))
      throw databaseOpenError(`The backup ${file} cannot be restored: ${error.message}.`, error)
    throw error
  }
}

/** Tables of another program must not be mixed with those of Onair. */
async function requireEmptyDatabase(connection: ConnectionConfig): Promise<void> {
  await using opened = await openBackupClient(connection)
  const { client } = opened
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const names = new Set(rows.map(({ name }) => name))
  if (names.size > 0 && !names.has('migration')) throw notEmpty()
  if (names.has('installation')) await requireNoInstallation(client)
}

/** The first start or command inserts the row. */
async function requireNoInstallation(client: Client): Promise<void> {
  const { rows } = await client.query<{ has_data: boolean }>(
    'select exists (select from installation) or exists (select from account) as has_data',
  )
  if (rows[0]?.has_data !== false) throw notEmpty()
}

const notEmpty = () =>
  databaseOpenError('The target has data already. Restore into an empty data directory (--data-dir) or database.')

async function requireSameSchema(client: Client, header: BackupHeader, file: string): Promise<void> {
  const migrations = await requireCurrentSchema(client)
  if ((await fingerprintSchema(client, migrations)) !== header.schema)
    throw databaseOpenError(
      `The backup ${file} has the schema of Onair ${header.version} with ${header.migrations.length} migrations, which is another one: restore it with that version, then upgrade.`,
    )
}

/** Triggers do not run, because their effects are in the backup. Foreign keys are checked when all rows are there. */
async function replaceRows(
  client: Client,
  tables: readonly CatalogTable[],
  reader: BackupReader,
  onProgress: Progress,
): Promise<BackupTotals> {
  await client.query(`truncate ${namesOf(tables)} restart identity`)
  const constraints = await listForeignKeys(client)
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const { name } of tables) await client.query(`alter table ${escapeIdentifier(name)} disable trigger user`)

  const totals = await copyRows(client, tables, reader, onProgress)

  for (const { name } of tables) await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`)
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  await client.query(
    `select setval(quote_ident(sequencename)::regclass, value)
     from json_to_recordset($1) as t(name text, value bigint) join pg_sequences on sequencename = name
     where schemaname = 'public'`,
    [JSON.stringify(totals.sequences)],
  )
  return totals
}

async function copyRows(
  client: Client,
  tables: readonly CatalogTable[],
  reader: BackupReader,
  onProgress: Progress,
): Promise<BackupTotals> {
  const contents = reader.readTables()
  for (let at = 0; ; at++) {
    const next = await contents.next()
    if (next.done === true) return next.value
    // The names are those of this database: the file may come from anyone.
    const table = tables[at]
    if (table === undefined || !isSameTable(table, next.value)) throw new Error('The file has other tables.')
    onProgress(table.name, at, tables.length)
    const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ')
    const target = client.query(copyFrom(`copy ${escapeIdentifier(table.name)} (${columns}) from stdin`))
    await pipeline(Readable.from(next.value.blocks, { objectMode: false }), target)
  }
}

function isSameTable({ name, columns }: CatalogTable, entry: BackupTable): boolean {
  return name === entry.table && columns.join() === entry.columns.join()
}

async function requireTotals(client: Client, tables: readonly CatalogTable[], totals: BackupTotals): Promise<void> {
  const expected = new Map(totals.tables.map((each) => [each.table, each]))
  for (const table of tables) {
    const restored = await summarizeTable(client, table)
    const { rows, checksum } = expected.get(table.name) ?? { rows: 0, checksum: '0' }
    if (restored.rows !== rows || restored.checksum !== checksum)
      throw databaseOpenError(
        `Nothing was restored: ${table.name} would have ${restored.rows} rows instead of ${rows}, or other content.`,
      )
  }
}

/** Those of partitions belong to the constraint of their table. */
async function listForeignKeys(client: Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conname`,
  )
  return rows
}

const namesOf = (tables: readonly CatalogTable[]) => tables.map(({ name }) => escapeIdentifier(name)).join(', ')

import { createReadStream, existsSync } from 'node:fs'
import type { Client } from 'pg'
import { exportRows, importRows, openRowsClient, type Progress } from './copy-rows.ts'
import { databaseOpenError } from './embedded/errors.ts'
import { migrate } from './migrate.ts'
import type { ConnectionConfig } from './pool.ts'
import {
  decompressRows,
  requireSameVersion,
  RowReader,
  RowsRefused,
  writeRowsFile,
  type RowsHeader,
  type RowsTotals,
} from './row-stream.ts'

/** Writes all rows of one moment to a new file, and records in the database that it did. */
export async function writeBackup(
  connection: ConnectionConfig,
  file: string,
  options: { version: string; now: number; onProgress: Progress },
): Promise<RowsTotals> {
  if (existsSync(file)) throw databaseOpenError(`${file} exists already. Choose another name.`)
  let totals: RowsTotals = { tables: [], sequences: [] }
  const rows = async function* () {
    totals = yield* exportRows(connection, { ...options, hasTotals: true })
  }
  await writeRowsFile(rows, file).catch((error: unknown) => {
    throw isFileError(error) ? databaseOpenError(`Cannot write ${file}: ${error.message}.`, error) : error
  })
  await using opened = await openRowsClient(connection)
  await opened.client.query('update installation set last_backup_at = $1', [options.now])
  return totals
}

/** Records in the database that the last backup is at another place too. */
export async function recordBackupCopy(connection: ConnectionConfig, now: number): Promise<void> {
  await using opened = await openRowsClient(connection)
  await opened.client.query('update installation set last_backup_copy_at = $1', [now])
}

/** Reads the file to its end and compares its hash. Changes nothing. */
export async function verifyBackup(file: string): Promise<RowsHeader> {
  try {
    await using reader = openFile(file)
    const header = await reader.readHeader()
    await requireSameVersion(header)
    await reader.readToEnd()
    return header
  } catch (error) {
    throw explainRefusal(file, error)
  }
}

/** Restores a verified backup into an empty database. */
export async function restoreBackup(
  connection: ConnectionConfig,
  file: string,
  { onProgress }: { onProgress: Progress },
): Promise<RowsTotals> {
  await requireEmptyDatabase(connection)
  await migrate(connection)
  try {
    await using reader = openFile(file)
    return await importRows(connection, reader, { onProgress, prepare: requireNoInstallation })
  } catch (error) {
    throw explainRefusal(file, error)
  }
}

const openFile = (file: string) => new RowReader(decompressRows(createReadStream(file)))

function explainRefusal(file: string, error: unknown): unknown {
  if (isFileError(error)) return databaseOpenError(`Cannot read ${file}: ${error.message}.`, error)
  return error instanceof RowsRefused ? databaseOpenError(refusalSentence(file, error), error) : error
}

function refusalSentence(file: string, { reason, version, cause }: RowsRefused): string {
  if (reason === 'FOREIGN') return `${file} is not a backup of Onair.`
  if (reason === 'DAMAGED') return `The backup ${file} is damaged or incomplete.`
  if (reason === 'REJECTED') return `The backup ${file} cannot be restored: ${(cause as Error).message}.`
  return `The backup ${file} has the schema of Onair ${version}, which is another one: restore it with that version, then upgrade.`
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'path' in error

/** Tables of another program must not be mixed with those of Onair. */
async function requireEmptyDatabase(connection: ConnectionConfig): Promise<void> {
  await using opened = await openRowsClient(connection)
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

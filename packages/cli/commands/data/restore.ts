import { readConfig } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { defineCommand } from '../../command.ts'
import { dataDirOption } from './open-data.ts'
import { print, printToStderr } from '../../print.ts'
import { progressPrinter } from '../../progress.ts'

/** Restores a backup into an empty data directory or database. */
export const restore = defineCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty data directory or database',
  positionals: { file: { placeholder: '<file>', description: 'written by onair backup', isRequired: true } },
  options: { ...dataDirOption, json: { description: 'print one line of JSON' } },
  async run({ file, 'data-dir': dataDir, json }, env) {
    const config = readConfig({ ...env, ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }) })
    const { verifyBackup, restoreBackup } = await import('@onair/server/infra/db/backup.ts')
    const { unsealDataKey } = await import('@onair/server/features/installation/claim-installation.ts')
    const { openDatabaseOffline } = await import('@onair/server/create-deps.ts')
    const header = await verifyBackup(file)
    await using database = await openDatabaseOffline(config, { mayCreate: true, print: printToStderr })
    unsealDataKey(Buffer.from(header.sealedDataKey, 'base64'), database)
    const onProgress = progressPrinter('Restoring', systemClock())
    const { tables } = await restoreBackup(database.connection, file, { onProgress })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    if (json) print(JSON.stringify({ createdAt: header.createdAt, mode: header.mode, tables: tables.length, rows }))
    else
      print(
        `Restored ${rows} rows of ${tables.length} tables as of ${header.createdAt}. Counts and checksums of all tables match the backup.`,
      )
  },
})

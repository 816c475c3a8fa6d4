import { resolve } from 'node:path'
import { readConfig } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { defineCommand, UsageError } from '../../command.ts'
import { dataDirOption } from './open-data.ts'
import { print } from '../../print.ts'
import { progressPrinter } from '../../progress.ts'
import packageJson from '@onair/server/package.json' with { type: 'json' }

/** Writes the data of one moment to a file, whether or not a server is running. */
export const backup = defineCommand({
  name: 'backup',
  summary: 'Write all data to a file, also while the server is running',
  positionals: { file: { placeholder: '<file>', description: 'must not exist' } },
  options: {
    copied: { description: 'without a file: record that the last backup was copied to another place' },
    ...dataDirOption,
    json: { description: 'print one line of JSON' },
  },
  async run({ file, copied, 'data-dir': dataDir, json }, env) {
    if (copied === (file !== undefined)) throw new UsageError('backup takes a file, or --copied.')
    const config = readConfig({ ...env, ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }) })
    const { openDatabaseOffline } = await import('@onair/server/create-deps.ts')
    const { recordBackupCopy, writeBackup } = await import('@onair/server/infra/db/backup.ts')
    await using database = await openDatabaseOffline(config, { mayCreate: false })
    const clock = systemClock()
    if (file === undefined) {
      await recordBackupCopy(database.connection, clock.now())
      return print(json ? JSON.stringify({ copied: true }) : 'Recorded that the last backup was copied.')
    }
    const onProgress = progressPrinter('Backing up', clock)
    const totals = await writeBackup(database.connection, file, {
      version: packageJson.version,
      now: clock.now(),
      onProgress,
    })
    const rows = totals.tables.reduce((sum, table) => sum + table.rows, 0)
    if (json) print(JSON.stringify({ file: resolve(file), tables: totals.tables.length, rows }))
    else
      print(
        `Backed up ${rows} rows of ${totals.tables.length} tables to ${resolve(file)}.\n` +
          'The file does not contain the secret key, which a restore needs. Keep it too, in another place.',
      )
  },
})

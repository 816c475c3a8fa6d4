import { readConfig } from '@onair/server/config/config.ts'
import type { PendingMigration } from '@onair/server/infra/db/inspect-upgrade.ts'
import { defineCommand, UsageError } from '../../command.ts'
import { dataDirOption } from '../data/open-data.ts'
import { print } from '../../print.ts'
import packageJson from '@onair/server/package.json' with { type: 'json' }

/** Says what a start of this version would change in the database. */
export const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Print what the migrations of this version would do to the database, and change nothing',
  positionals: {},
  options: {
    check: { description: 'required: the upgrade itself is a start of this version' },
    ...dataDirOption,
    json: { description: 'print one line of JSON' },
  },
  async run({ check, 'data-dir': dataDir, json }, env) {
    if (!check) throw new UsageError('upgrade requires --check. A start of this version, or onair migrate, upgrades.')
    const config = readConfig({ ...env, ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }) })
    const { openDatabaseOffline } = await import('@onair/server/create-deps.ts')
    const { inspectUpgrade } = await import('@onair/server/infra/db/inspect-upgrade.ts')
    await using database = await openDatabaseOffline(config, { mayCreate: false })
    const migrations = await inspectUpgrade(database.connection)
    const canServeBeside = migrations.every(({ isCompatible }) => isCompatible)
    if (json) print(JSON.stringify({ version: packageJson.version, migrations, canServeBeside }))
    else for (const line of upgradeLines(migrations, canServeBeside)) print(line)
    return canServeBeside ? 0 : 1
  },
})

function upgradeLines(migrations: readonly PendingMigration[], canServeBeside: boolean): string[] {
  if (migrations.length === 0) return [`The schema is that of Onair ${packageJson.version}. No migration would run.`]
  return [
    ...migrations.flatMap(migrationLines),
    canServeBeside
      ? 'The running version can serve beside this one: restart the processes one by one.'
      : 'The running version cannot serve beside this one: stop all its processes before the upgrade.',
  ]
}

function migrationLines({ name, locks, incompatible }: PendingMigration): string[] {
  return [
    `${name} would run.`,
    ...locks.map(
      ({ table, blocks, isLong, bytes, statement }) =>
        `  blocks ${blocks === 'brief' ? 'everything for a moment' : blocks === 'reads' ? 'reads and writes' : 'writes'} of ${table ?? 'an unknown table'}` +
        `${isLong ? ` while ${Math.ceil(bytes / 1e6)} MB are read` : ''}: ${statement}`,
    ),
    ...incompatible.map((statement) => `  is not compatible with the running version: ${statement}`),
  ]
}

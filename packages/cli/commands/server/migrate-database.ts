import { readConfig } from '@onair/server/config/config.ts'
import { defineCommand, UsageError } from '../../command.ts'
import { print } from '../../print.ts'

/** Migrates an external database. The embedded one is migrated at every start. */
export const migrateDatabase = defineCommand({
  name: 'migrate',
  summary: 'Migrate the database of ONAIR_DATABASE_URL',
  positionals: {},
  options: {
    'beside-other-tables': { description: 'also in a database that holds tables of another program' },
  },
  async run({ 'beside-other-tables': besideOtherTables }, env) {
    const { databaseUrl } = readConfig(env)
    if (databaseUrl === null) throw new UsageError('migrate requires ONAIR_DATABASE_URL.')
    const { migrate } = await import('@onair/server/infra/db/migrate.ts')
    const applied = await migrate(databaseUrl, { besideOtherTables })
    print(applied.length === 0 ? 'The schema is up to date.' : applied.join('\n'))
  },
})

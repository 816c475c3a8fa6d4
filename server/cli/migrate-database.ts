import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { print } from './print.ts'

/** Brings the schema of a database of your own to this version; the embedded one is brought there at each start. */
export const migrateDatabase = defineCommand({
  name: 'migrate',
  summary: 'Bring the schema of DATABASE_URL to this version',
  positionals: {},
  options: {},
  async run(_args, env) {
    const { databaseUrl } = readConfig(env)
    if (databaseUrl === null) throw new UsageError('migrate needs DATABASE_URL.')
    const { migrate } = await import('../infra/db/migrate.ts')
    const applied = await migrate(databaseUrl)
    print(applied.length === 0 ? 'The schema is up to date.' : applied.join('\n'))
  },
})

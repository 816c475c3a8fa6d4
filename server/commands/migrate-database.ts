import { readConfig } from '../config.ts'
import { migrate } from '../world/db/migrate.ts'
import { command, UsageFault } from './command.ts'
import { say } from './say.ts'

/** Brings the schema of a database of your own to this version; the embedded one is brought there at each start. */
export const migrateDatabase = command({
  words: 'migrate',
  does: 'Bring the schema of DATABASE_URL to this version',
  takes: {},
  options: {},
  async run(_given, env) {
    const { databaseUrl } = readConfig(env)
    if (databaseUrl === null) throw new UsageFault('migrate needs DATABASE_URL.')
    const ran = await migrate(databaseUrl)
    say(ran.length === 0 ? 'The schema is up to date.' : ran.join('\n'))
  },
})

import { readConfig } from '../config.ts'
import { migrate } from '../world/db/migrate.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

/** Brings the schema of a database of your own to this version; the embedded one is brought there at each start. */
export async function migrateDatabase(args: string[], env: Env): Promise<void> {
  optionsOf(args, {})
  const { databaseUrl } = readConfig(env)
  if (databaseUrl === null) throw new UsageFault('migrate needs DATABASE_URL.')
  const ran = await migrate(databaseUrl)
  process.stdout.write(ran.length === 0 ? 'The schema is up to date.\n' : `${ran.join('\n')}\n`)
}

import { restoreApp as restore } from '../features/apps/idle-apps.ts'
import { readConfig } from '../config.ts'
import { openWorldBeside } from '../open-world.ts'
import { offsetClock } from '../world/clock.ts'
import { silentLog } from '../world/log.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

/** Brings back an application that was deleted because nobody used it, also while the platform runs. */
export async function restoreApp([clientId, ...args]: string[], env: Env): Promise<void> {
  if (clientId === undefined || clientId.startsWith('-')) throw new UsageFault('app restore needs a client id.')
  const { 'data-dir': dataDir } = optionsOf(args, { 'data-dir': { type: 'string' } })
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  await using world = await openWorldBeside({ config, clock: offsetClock(), log: silentLog })
  await restore(clientId, world)
  process.stdout.write(`The application ${clientId} is back.\n`)
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { loadMoved, loadReached } from '../features/clock/clock-store.ts'
import { openWorldBeside } from '../open-world.ts'
import { offsetClock } from '../world/clock.ts'
import { silentLog } from '../world/log.ts'
import { CouldNot, type Env } from './command.ts'

/** The option of every command that works on the data itself. */
export const dataDir = {
  'data-dir': { value: '<folder>', says: 'where the data is kept, unless DATABASE_URL says so', otherwise: '.onair' },
} as const

/** The world beside a platform that runs, or with none running, by the platform's time. */
export async function openBeside({ 'data-dir': dataDir }: { 'data-dir': string | undefined }, env: Env) {
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  const isNamed = dataDir !== undefined || env['DATA_DIR'] !== undefined || config.databaseUrl !== null
  // In another folder than the platform's a database of its own would be made, and what is said there would reach nobody.
  if (!isNamed && !existsSync(config.dataDir))
    throw new CouldNot(
      `There is no data in ${resolve(config.dataDir)}. Start the platform first, or name its folder with --data-dir.`,
    )
  const clock = offsetClock()
  const world = await openWorldBeside({ config, clock, log: silentLog })
  clock.setMoved(await loadMoved(world.db.read))
  clock.catchUp(await loadReached(world.db.read))
  return world
}

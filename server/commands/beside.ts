import { readConfig } from '../config.ts'
import { loadMoved, loadReached } from '../features/clock/clock-store.ts'
import { openWorldBeside } from '../open-world.ts'
import { offsetClock } from '../world/clock.ts'
import { silentLog } from '../world/log.ts'
import type { Env } from './command.ts'

/** The option of every command that works on the data itself. */
export const dataDir = {
  'data-dir': { value: '<folder>', says: 'where the data is kept, unless DATABASE_URL says so', otherwise: '.onair' },
} as const

/** The world beside a platform that runs, or with none running, by the platform's time. */
export async function openBeside({ 'data-dir': dataDir }: { 'data-dir': string | undefined }, env: Env) {
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  const clock = offsetClock()
  const world = await openWorldBeside({ config, clock, log: silentLog })
  clock.setMoved(await loadMoved(world.db.read))
  clock.catchUp(await loadReached(world.db.read))
  return world
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { loadMoved, loadReached } from '../features/clock/clock-store.ts'
import { demoPeople } from '../features/sandbox/demo.ts'
import { openWorldBeside } from '../open-world.ts'
import { offsetClock } from '../world/clock.ts'
import { silentLog } from '../world/log.ts'
import { CouldNot, type Env } from './command.ts'
import { channelNamed } from './demo-names.ts'

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

/** The id of a channel that was given by what its person is in the demo world of a sandbox, or by its id. */
export function channelBeside(
  option: string,
  given: string | undefined,
  world: Awaited<ReturnType<typeof openBeside>>,
): string | undefined {
  return given === undefined
    ? undefined
    : channelNamed(option, given, world.config.mode === 'sandbox' ? demoPeople(world) : [])
}

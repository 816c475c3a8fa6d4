import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { systemClock } from '../infra/clock.ts'
import { silentLog } from '../infra/log.ts'
import { CommandError, type Env } from './command.ts'
import { resolveChannel } from './demo-channels.ts'

/** The option of every command that works on the data itself. */
export const dataDirOption = {
  'data-dir': {
    placeholder: '<folder>',
    description: 'where the data is kept, unless DATABASE_URL says so',
    defaultText: '.onair',
  },
} as const

/** The world beside a platform that runs, or with none running, by the platform's time. */
export async function openData({ 'data-dir': dataDir }: { 'data-dir': string | undefined }, env: Env) {
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  const isNamed = dataDir !== undefined || env['DATA_DIR'] !== undefined || config.databaseUrl !== null
  // In another folder than the platform's a database of its own would be made, and what is said there would reach nobody.
  if (!isNamed && !existsSync(config.dataDir))
    throw new CommandError(
      `There is no data in ${resolve(config.dataDir)}. Start the platform first, or name its folder with --data-dir.`,
    )
  const { createOfflineDeps } = await import('../create-deps.ts')
  const { loadClockOffset, loadHighWaterMark } = await import('../features/clock/clock-store.ts')
  const clock = systemClock()
  const deps = await createOfflineDeps({ config, clock, log: silentLog })
  clock.setOffset(await loadClockOffset(deps.db.read))
  clock.advanceMonotonicTo(await loadHighWaterMark(deps.db.read))
  return deps
}

/** The id of a channel that was given by what its person is in the demo world of a sandbox, or by its id. */
export async function channelInData(
  option: string,
  channel: string | undefined,
  deps: Awaited<ReturnType<typeof openData>>,
): Promise<string | undefined> {
  if (channel === undefined) return undefined
  const { demoPeople } = await import('../features/demo/demo.ts')
  return resolveChannel(option, channel, deps.config.mode === 'sandbox' ? demoPeople(deps) : [])
}

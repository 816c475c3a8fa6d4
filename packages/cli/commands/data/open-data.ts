import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { CommandError, type Env } from '../../command.ts'
import { resolveChannel } from '../sandbox/demo-channels.ts'

/** The option of every command that accesses the database. */
export const dataDirOption = {
  'data-dir': {
    placeholder: '<directory>',
    description: 'data directory; not used with ONAIR_DATABASE_URL',
    defaultText: '.onair',
  },
} as const

/** Opens the data, whether or not a server is running, with the platform's clock. */
export async function openData({ 'data-dir': dataDir }: { 'data-dir': string | undefined }, env: Env) {
  const config = readConfig({ ...env, ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }) })
  const isNamed = dataDir !== undefined || env['ONAIR_DATA_DIR'] !== undefined || config.databaseUrl !== null
  // In a wrong working directory, this would otherwise create an empty database.
  if (!isNamed && !existsSync(config.dataDir))
    throw new CommandError(
      `There is no data in ${resolve(config.dataDir)}. Start the server first, or set its data directory with --data-dir.`,
    )
  const { createOfflineDeps } = await import('@onair/server/create-deps.ts')
  const { loadClockOffset, loadHighWaterMark } = await import('@onair/server/features/clock/clock-store.ts')
  const clock = systemClock()
  const deps = await createOfflineDeps({ config, clock, log: silentLog })
  clock.setOffset(await loadClockOffset(deps.db.read))
  clock.advanceMonotonicTo(await loadHighWaterMark(deps.db.read))
  return deps
}

export const accountPlaceholder = '<account>'
export const accountDescription = 'email address, channel id or demo role (streamer, viewer, …)'

/** Resolves the email address, the channel id or, in a sandbox, the demo role of a person to a channel id. An id is not checked. */
export async function resolveAccount(account: string, deps: Awaited<ReturnType<typeof openData>>): Promise<string> {
  if (/^[0-9a-f]{32}$/.test(account)) return account
  const { demoPeople } = await import('@onair/sandbox/demo/demo.ts')
  const people = deps.config.mode === 'sandbox' ? demoPeople(deps) : []
  const demoChannelId = people.find(({ is }) => is === account)?.channelId
  if (demoChannelId !== undefined) return demoChannelId
  const { loadAccountByEmail } = await import('@onair/server/features/accounts/account-store.ts')
  const found = await loadAccountByEmail(deps.db.read, account.trim().normalize('NFC').toLowerCase())
  if (found === null) throw new CommandError(`There is no account ${JSON.stringify(account)}.`)
  return found.channel_id
}

/** Resolves a channel id, or a demo role in a sandbox, to a channel id. An id is not checked. */
export async function resolveChannelOption(
  option: string,
  channel: string | undefined,
  deps: Awaited<ReturnType<typeof openData>>,
): Promise<string | undefined> {
  if (channel === undefined) return undefined
  const { demoPeople } = await import('@onair/sandbox/demo/demo.ts')
  return resolveChannel(option, channel, deps.config.mode === 'sandbox' ? demoPeople(deps) : [])
}

import { readConfig } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { systemLog } from '@onair/server/infra/observability/log.ts'
import { openWorldSocket } from '@onair/sandbox/worlds/world-socket.ts'
import { defineCommand } from '../../command.ts'

/** @onair/testing and the Python package start this command; other programs start `onair serve`. */
export const worlds = defineCommand({
  name: 'worlds',
  summary: 'Open sandboxes for tests, until their run has ended',
  positionals: {
    socket: { placeholder: '<socket>', description: 'path of the Unix socket to listen on', isRequired: true },
  },
  options: {},
  run: ({ socket }) => hostWorlds(socket),
})

/** Settings of the environment do not apply, so that worlds are the same wherever tests run. */
async function hostWorlds(path: string): Promise<void> {
  using socket = await openWorldSocket(path)
  if (socket === null) return
  const config = readConfig({ ONAIR_PORT: '0', ONAIR_EPHEMERAL: 'true' })
  using log = systemLog({ level: 'error' })
  const { serveWorlds } = await import('@onair/sandbox/worlds/serve-worlds.ts')
  await serveWorlds(socket, { clock: systemClock(), config, log })
}

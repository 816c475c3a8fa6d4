import { readConfig } from '../config.ts'
import { systemClock } from '../infra/clock.ts'
import { systemLog } from '../infra/log.ts'
import { defineCommand, type Env } from './command.ts'

/** For @onair/testing and the Python package; other programs start `onair serve`. */
export const worlds = defineCommand({
  name: 'worlds',
  summary: 'Open sandboxes for tests, until no test is connected',
  positionals: {
    socket: { placeholder: '<socket>', description: 'path of the Unix socket to listen on', isRequired: true },
  },
  options: {},
  run: ({ socket }, env) => hostWorlds(socket, env),
})

async function hostWorlds(path: string, env: Env): Promise<void> {
  const config = readConfig({ ...env, PORT: '0', EPHEMERAL: 'true' })
  using log = systemLog({ level: config.logLevel ?? 'error' })
  const { serveWorlds } = await import('../serve-worlds.ts')
  await serveWorlds(path, { clock: systemClock(), config, log })
}

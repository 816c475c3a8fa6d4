import { readConfig } from '../config.ts'
import { overviewOf } from '../features/sandbox/overview.ts'
import { openProgram, type Program } from '../program.ts'
import { systemLog, type Log } from '../world/log.ts'
import { command, wholeNumber, type Env } from './command.ts'
import { readyText } from './ready-text.ts'
import { tell } from './say.ts'

/** Starts the platform, says when it is ready, and closes it in order at SIGINT or SIGTERM. */
export const serve = command({
  words: 'serve',
  does: 'Start the platform (npm start)',
  takes: {},
  options: {
    port: { value: '<number>', says: 'the port to listen on; 0 takes a free one', otherwise: '4747' },
    'data-dir': { value: '<folder>', says: 'where the data is kept between runs', otherwise: '.onair' },
    ephemeral: { says: 'keep nothing after the end' },
    json: { says: 'when ready, print one line of JSON on standard output and nothing else there' },
  },
  run: ({ port, 'data-dir': dataDir, ephemeral, json }, env) => start({ port, dataDir, ephemeral, json }, env),
})

type Given = { port: string | undefined; dataDir: string | undefined; ephemeral: boolean; json: boolean }

async function start({ port, dataDir, ephemeral, json }: Given, env: Env): Promise<void> {
  const config = readConfig({
    ...env,
    ...(port !== undefined && { PORT: String(wholeNumber('port', port, { least: 0, most: 65_535 })) }),
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    ...(ephemeral && { EPHEMERAL: 'true' }),
  })
  const stopAsked = signalled()
  using log = systemLog({ level: config.logLevel ?? (config.mode === 'sandbox' ? 'warn' : 'info') })

  await using program = await openProgram({ config, log, say: tell })
  const { world } = program
  if (config.mode === 'production') log.info({ ...world.addresses, roles: config.roles }, 'program.ready')
  if (json) process.stdout.write(`${JSON.stringify(config.mode === 'sandbox' ? overviewOf(world) : world.addresses)}\n`)
  else
    process.stdout.write(
      config.mode === 'sandbox' ? readyText(overviewOf(world)) : `Onair is ready at ${world.addresses.baseUrl}\n`,
    )

  if (config.tlsCert !== null) rereadAtHangup(program, log)
  await stopAsked
  tell('Stopping …')
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the program at once. */
function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      resolve()
      process.once(name, () => process.exit(130))
    })
  }
  return promise
}

/** SIGHUP says that the certificate was renewed. One that cannot be read is told of, and the old one stays. */
function rereadAtHangup(program: Program, log: Log) {
  process.on('SIGHUP', () => {
    program.rereadCertificate().then(
      () => log.info({}, 'certificate.read'),
      (error: unknown) => log.error({ error }, 'certificate.not-read'),
    )
  })
}

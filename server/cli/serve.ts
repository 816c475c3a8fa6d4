import { readConfig } from '../config.ts'
import type { Program } from '../program.ts'
import { systemLog, type Log } from '../infra/log.ts'
import { defineCommand, parseInteger, type Env } from './command.ts'
import { readyText } from './ready-text.ts'
import { printToStderr } from './print.ts'

/** Starts the platform, says when it is ready, and closes it in order at SIGINT or SIGTERM. */
export const serve = defineCommand({
  name: 'serve',
  summary: 'Start the platform (npm start)',
  positionals: {},
  options: {
    port: { placeholder: '<number>', description: 'the port to listen on; 0 takes a free one', defaultText: '4747' },
    'data-dir': { placeholder: '<folder>', description: 'where the data is kept between runs', defaultText: '.onair' },
    ephemeral: { description: 'keep nothing after the end' },
    json: { description: 'when ready, print one line of JSON on standard output and nothing else there' },
  },
  run: ({ port, 'data-dir': dataDir, ephemeral, json }, env) => start({ port, dataDir, ephemeral, json }, env),
})

type ServeOptions = { port: string | undefined; dataDir: string | undefined; ephemeral: boolean; json: boolean }

async function start({ port, dataDir, ephemeral, json }: ServeOptions, env: Env): Promise<void> {
  const config = readConfig({
    ...env,
    ...(port !== undefined && { PORT: String(parseInteger('port', port, { least: 0, most: 65_535 })) }),
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    ...(ephemeral && { EPHEMERAL: 'true' }),
  })
  const stopSignal = waitForStopSignal()
  using log = systemLog({ level: config.logLevel ?? (config.mode === 'sandbox' ? 'warn' : 'info') })

  // Other commands start faster because they do not load the platform.
  const { openProgram } = await import('../program.ts')
  const { getOverview } = await import('../features/demo/overview.ts')
  await using program = await openProgram({ config, log, print: printToStderr })
  const { deps } = program
  if (config.mode === 'production') log.info({ ...deps.addresses, roles: config.roles }, 'program.started')
  if (json) process.stdout.write(`${JSON.stringify(config.mode === 'sandbox' ? getOverview(deps) : deps.addresses)}\n`)
  else
    process.stdout.write(
      config.mode === 'sandbox' ? readyText(getOverview(deps)) : `Onair is ready at ${deps.addresses.baseUrl}\n`,
    )

  if (config.tlsCert !== null) reloadCertificateOnHangup(program, log)
  await stopSignal
  printToStderr('Stopping …')
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the program at once. */
function waitForStopSignal(): Promise<void> {
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
function reloadCertificateOnHangup(program: Program, log: Log) {
  process.on('SIGHUP', () => {
    program.reloadCertificate().then(
      () => log.info({}, 'certificate.reloaded'),
      (error: unknown) => log.error({ error }, 'certificate.reload_failed'),
    )
  })
}

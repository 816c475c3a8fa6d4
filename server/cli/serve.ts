import { readConfig } from '../config.ts'
import type { Program } from '../program.ts'
import { systemLog, type Log } from '../infra/log.ts'
import { defineCommand, parseInteger, type Env } from './command.ts'
import { readyText } from './ready-text.ts'
import { printToStderr } from './print.ts'

/** Starts the server, prints when it is ready, and shuts it down on SIGINT or SIGTERM. */
export const serve = defineCommand({
  name: 'serve',
  summary: 'Start the server (npm start)',
  positionals: {},
  options: {
    port: { placeholder: '<number>', description: 'port to listen on; 0 selects a free port', defaultText: '4747' },
    'data-dir': { placeholder: '<directory>', description: 'data directory', defaultText: '.onair' },
    ephemeral: { description: 'delete all data on exit' },
    json: { description: 'when ready, print one line of JSON and nothing else to standard output' },
  },
  run: ({ port, 'data-dir': dataDir, ephemeral, json }, env) => start({ port, dataDir, ephemeral, json }, env),
})

type ServeOptions = { port: string | undefined; dataDir: string | undefined; ephemeral: boolean; json: boolean }

async function start({ port, dataDir, ephemeral, json }: ServeOptions, env: Env): Promise<void> {
  const config = readConfig({
    ...env,
    ...(port !== undefined && { PORT: String(parseInteger('port', port, { min: 0, max: 65_535 })) }),
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

/** Resolves at the first SIGINT or SIGTERM. A second one exits at once. */
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

/** Reloads the certificate on SIGHUP. If that fails, the error is logged and the old certificate stays in use. */
function reloadCertificateOnHangup(program: Program, log: Log) {
  process.on('SIGHUP', () => {
    program.reloadCertificate().then(
      () => log.info({}, 'certificate.reloaded'),
      (error: unknown) => log.error({ error }, 'certificate.reload_failed'),
    )
  })
}

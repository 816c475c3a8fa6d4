import { watchFile } from 'node:fs'
import { readConfig, type Config } from '@onair/server/config/config.ts'
import type { WorldHost } from '@onair/sandbox/worlds/world-host.ts'
import type { OpenExtension } from '@onair/server/extension.ts'
import type { Program } from '@onair/server/program.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { systemLog, type Log } from '@onair/server/infra/observability/log.ts'
import { defineCommand, parseInteger, UsageError, type Env } from '../../command.ts'
import { connectionsLines, readyText } from './ready-text.ts'
import { print, printToStderr } from '../../print.ts'
import { startCommand } from '../../started-by.ts'

/** Starts the server, prints when it is ready, and shuts it down on SIGINT or SIGTERM. */
export const serve = defineCommand({
  name: 'serve',
  summary: `Start the server (${startCommand()})`,
  positionals: {},
  options: {
    port: { placeholder: '<number>', description: 'port to listen on; 0 selects a free port', defaultText: '4747' },
    'data-dir': { placeholder: '<directory>', description: 'data directory', defaultText: '.onair' },
    ephemeral: { description: 'delete all data on exit' },
    tls: { description: 'serve TLS with the certificate of onair tls, which is created if there is none' },
    json: { description: 'when ready, print one line of JSON and nothing else to standard output' },
    'exit-with-stdin': {
      description: 'stop when standard input is closed, as after the end of the process that wrote to it',
    },
  },
  run: ({ 'data-dir': dataDir, 'exit-with-stdin': exitWithStdin, ...options }, env) =>
    start({ dataDir, exitWithStdin, ...options }, env),
})

type ServeOptions = {
  port: string | undefined
  dataDir: string | undefined
  ephemeral: boolean
  tls: boolean
  json: boolean
  exitWithStdin: boolean
}

async function start({ port, dataDir, ephemeral, tls, json, exitWithStdin }: ServeOptions, env: Env): Promise<void> {
  const settings = readConfig({
    ...env,
    ...(port !== undefined && { ONAIR_PORT: String(parseInteger('port', port, { min: 0, max: 65_535 })) }),
    ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }),
    ...(ephemeral && { ONAIR_EPHEMERAL: 'true' }),
  })
  const localFiles = tls ? await prepareCertificate(settings) : null
  const config = { ...settings, ...(localFiles && { tlsCert: localFiles.certificate, tlsKey: localFiles.key }) }
  using stdin = exitWithStdin ? watchStdin() : null
  const stopSignal = Promise.race([waitForStopSignal(), ...(stdin === null ? [] : [stdin.closed])])
  using log = systemLog({ level: config.logLevel ?? (config.mode === 'sandbox' ? 'warn' : 'info') })

  // Other commands start faster because they do not load the platform.
  const { openProgram } = await import('@onair/server/program.ts')
  const { getOverview } = await import('@onair/sandbox/demo/overview.ts')
  const { sandboxSecret } = await import('@onair/sandbox/demo/sandbox-secret.ts')
  const { isConsoleBuilt } = await import('@onair/server/api/console-files.ts')
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  await using worlds = canBeCopied(config) ? await openWorlds(config, log) : null
  const openExtension = config.mode === 'sandbox' ? await loadSandbox(config, worlds) : undefined
  await using program = await openProgram({
    config,
    log,
    print: printToStderr,
    onFailure: failure.reject,
    openExtension,
  })
  const { deps, connectionLimit } = program
  if (config.mode === 'production')
    log.info({ ...deps.addresses, ...connectionLimit, roles: config.roles }, 'program.started')
  const secret = sandboxSecret(deps)
  const overview = { ...getOverview(deps), ...(secret !== null && { sandboxSecret: secret }) }
  if (json) print(JSON.stringify({ ...(config.mode === 'sandbox' ? overview : deps.addresses), pid: process.pid }))
  else
    print(
      config.mode === 'sandbox'
        ? readyText(overview, {
            wireProfile: config.wireProfile,
            caFile: localFiles?.ca,
            secret,
            connectionLimit,
            isEphemeral: config.ephemeral,
            folder: process.cwd(),
          })
        : [`Onair is ready at ${deps.addresses.baseUrl}`, ...connectionsLines(connectionLimit)].join('\n'),
    )
  if (config.mode === 'production' && config.roles.includes('api')) await printFirstOperatorLink(program)

  if (config.roles.includes('api') && !isConsoleBuilt())
    printToStderr('The pages are not built, and only the API answers: run npm run build, and start again.')
  if (config.tlsCert !== null) process.on('SIGHUP', () => reloadCertificate(program, log))
  if (localFiles !== null)
    watchFile(localFiles.certificate, { persistent: false, interval: 1_000 }, () => reloadCertificate(program, log))
  await Promise.race([stopSignal, failure.promise])
  printToStderr('Stopping …')
}

/** A site without an operator has a link for the first one, which is printed once a day at most. */
async function printFirstOperatorLink({ deps }: Program): Promise<void> {
  const { createFirstOperatorLink } = await import('@onair/server/features/operators/site-role-link.ts')
  const path = await createFirstOperatorLink(deps)
  if (path === null) return
  printToStderr(
    `This site has no operator. The first person who signs in and opens this link within a day becomes one:\n${deps.addresses.authUrl}${path}`,
  )
}

/** A world has every role in this process. */
function canBeCopied({ mode, roles }: Config): boolean {
  return mode === 'sandbox' && roles.length === 3
}

/** Refuses a sandbox that other machines reach. */
async function loadSandbox(config: Config, worlds: WorldHost | null): Promise<OpenExtension> {
  const { requirePrivateSandbox } = await import('@onair/sandbox/private-sandbox.ts')
  await requirePrivateSandbox(config)
  const { createSandbox } = await import('@onair/sandbox/sandbox.ts')
  return createSandbox(worlds === null ? undefined : (source) => worlds.copiesOf(source, null))
}

/** Opens the worlds of the sandbox. If their database fails, the sandbox continues. */
async function openWorlds(config: Config, log: Log) {
  const { WorldHost } = await import('@onair/sandbox/worlds/world-host.ts')
  return new WorldHost({ config, log, onFailure: (error) => log.error({ error: error.message }, 'worlds.failed') })
}

/** A signal to a process group arrives twice, because npm forwards its own. */
const repeatedSignalMs = 1_000

/** Resolves at the first SIGINT or SIGTERM. A later one exits at once. */
function waitForStopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const clock = systemClock()
  let firstAt: number | null = null
  const onSignal = () => {
    firstAt ??= clock.uptime()
    if (clock.uptime() - firstAt > repeatedSignalMs) process.exit(130)
    resolve()
  }
  // The listeners stay: while a signal has none, it ends the process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal)
  return promise
}

/**
 * `closed` resolves when the other end of standard input is closed, which the kernel does for a process that was killed.
 * Disposing stops reading, which would keep this process running while the other end is open.
 */
function watchStdin(): Disposable & { closed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.stdin
    .once('close', resolve)
    .once('end', resolve)
    .once('error', () => resolve())
    .resume()
  return { closed: promise, [Symbol.dispose]: () => void process.stdin.destroy() }
}

/** Prepares the certificate of `onair tls`. The sandbox's clock does not affect it. */
async function prepareCertificate({ dataDir, tlsCert, tlsKey }: Config) {
  if (tlsCert !== null || tlsKey !== null)
    throw new UsageError('--tls cannot be combined with ONAIR_TLS_CERT and ONAIR_TLS_KEY.')
  const { prepareLocalCertificate } = await import('@onair/server/infra/tls/local-certificate.ts')
  const { files } = await prepareLocalCertificate(dataDir, { names: [], now: systemClock().now() })
  return files
}

/** If the files are not valid, the error is logged and the old certificate stays in use. */
function reloadCertificate(program: Program, log: Log) {
  program.reloadCertificate().then(
    () => log.info({}, 'certificate.reloaded'),
    (error: unknown) => log.error({ error }, 'certificate.reload_failed'),
  )
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError, hasSharedBus, type Config } from './config/config.ts'
import { openInstallation, openOffline } from './features/installation/claim-installation.ts'
import { openRecorder } from './features/inspector/recorder.ts'
import { noHooks } from './hooks.ts'
import { commandBus, listenForCommands } from './infra/db/command-bus.ts'
import { memoryBus } from './infra/bus/memory-bus.ts'
import { redisBus } from './infra/bus/redis-bus.ts'
import { redisClusterBus } from './infra/bus/redis-cluster-bus.ts'
import { memoryCounters } from './infra/counters/memory-counters.ts'
import { redisCounters } from './infra/counters/redis-counters.ts'
import type { AdjustableClock } from './infra/clock.ts'
import { openDb } from './infra/db/db.ts'
import { findClusterDirectory } from './infra/db/embedded/data-directory.ts'
import { databaseOpenError } from './infra/db/embedded/errors.ts'
import {
  connectEmbeddedPostgres,
  openEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './infra/db/embedded/embedded-postgres.ts'
import { openTemporaryDirectory } from './infra/db/embedded/temporary-directory.ts'
import { writeAtomic } from './infra/files/write-atomic.ts'
import { migrate } from './infra/db/migrate.ts'
import { excludeFromGit } from './infra/files/exclude-from-git.ts'
import { keyFiles, loadKeyFiles } from './infra/files/key-files.ts'
import { silentLog, type Log } from './infra/observability/log.ts'
import { noMetrics, type Metrics } from './infra/observability/metrics.ts'
import { outboundHttp } from './infra/outbound/outbound-http.ts'
import { outboundRtmp } from './infra/outbound/outbound-rtmp.ts'
import { systemRandom } from './infra/random.ts'
import { noRecorder } from './infra/recorder.ts'
import { noTracing, openTracing, type Tracing } from './infra/observability/tracing.ts'
import type { Addresses, Deps } from './infra/deps.ts'
import type { Extension, OpenExtension } from './extension.ts'
import { keysOfInstallation } from './shared/secrets.ts'
import { policyOf } from './policy.ts'
import type { Database, ProgramSource } from './program-source.ts'
import type { Platform } from './services.ts'
import packageJson from './package.json' with { type: 'json' }

type DepsOptions = {
  config: Config
  addresses: Addresses
  clock: AdjustableClock
  log: Log
  print: (text: string) => void
  /** Called when the embedded database ended and cannot be started again. */
  onFailure?: (error: Error) => void
  /** A database that is open already, instead of the one of the settings. */
  database?: Database | undefined
  openExtension?: OpenExtension | undefined
  source?: ProgramSource
  metrics?: Metrics
}

/** Opens a platform: the infrastructure that the settings select, and its services. */
export async function createDeps({
  config,
  addresses,
  clock,
  log,
  print,
  onFailure = () => {},
  database,
  openExtension,
  source,
  metrics = noMetrics,
}: DepsOptions): Promise<Platform & { extension: Extension | null } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const policy = policyOf(config)
  const outbound = opening.use(await createOutboundHttp(config, clock))
  const tracing = opening.use(createTracing(config, { clock, log }))
  const { connection, installationKey, programKey, copy } =
    database ?? opening.use(await openDatabase(config, { log, print, onFailure }))
  if (copy === undefined) await migrate(connection)
  const bus = opening.use(await openBus(config, { log, metrics }))
  if (!hasSharedBus(config) && copy === undefined) opening.use(await listenForCommands(connection, { bus, clock, log }))
  const db = opening.use(
    openDb(connection, {
      bus,
      clock,
      log,
      poolSize: config.databasePool,
      tracing,
      onPublish: (message) => recorder.recordChannelEvent(message),
    }),
  )
  const counters = opening.use(await openCounters(config, { clock, log, metrics }))
  const dataKey =
    copy?.dataKey ?? (await openInstallation(config.mode, { db, programKey, random: systemRandom })).dataKey
  const recorder = opening.use(await openRecorder({ bus, clock, config, db, log, metrics, policy }))
  const ownDeps: Omit<Deps, 'hooks'> = {
    addresses,
    bus,
    clock,
    config,
    counters,
    dataKey,
    db,
    installationKey,
    identityProvider: await openIdentityProvider(config, clock),
    log,
    metrics,
    outboundHttp: outbound,
    outboundRtmp: outboundRtmp(await readOutboundRules(config)),
    policy,
    programKey,
    random: systemRandom,
    recorder,
    signInProviders: await openSignInProviders(config, clock),
    tracing,
    version: packageJson.version,
  }
  const extension = openExtension === undefined ? null : opening.use(await openExtension(ownDeps, source ?? null))
  const deps: Deps = { ...ownDeps, hooks: extension?.hooks ?? noHooks }
  // Commands start faster because they do not load the services.
  const { createServices } = await import('./services.ts')
  const services = opening.use(createServices(deps))
  const opened = opening.move()
  return { ...deps, ...services, extension, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function createTracing(config: Config, services: Pick<DepsOptions, 'clock' | 'log'>): Tracing {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, otelServiceName: serviceName, traceRatio: ratio } = config
  if (endpoint === null) return noTracing
  return openTracing(
    { endpoint, headers: Object.fromEntries(headers.map(toPair)), serviceName, ratio, version: packageJson.version },
    services,
  )
}

function toPair(header: string): [name: string, value: string] {
  const end = header.indexOf('=')
  return [header.slice(0, end), header.slice(end + 1)]
}

/** The client is loaded only where a provider is configured. */
async function openIdentityProvider(config: Config, clock: AdjustableClock): Promise<Deps['identityProvider']> {
  if (config.oidcIssuer === null) return null
  const { identityProvider } = await import('./infra/oidc.ts')
  return identityProvider(config, clock)
}

async function openSignInProviders(
  { signInProviders }: Config,
  clock: AdjustableClock,
): Promise<Deps['signInProviders']> {
  if (signInProviders.length === 0) return []
  const { signInProvider } = await import('./infra/oidc.ts')
  return signInProviders.map((settings) => signInProvider(settings, clock))
}

/**
 * Opens the dependencies of a command: uses the database of a running process, or opens it. Messages on the bus reach
 * the running processes.
 */
export async function createOfflineDeps({ config, clock, log }: Pick<DepsOptions, 'config' | 'clock' | 'log'>) {
  await using opening = new AsyncDisposableStack()
  const outbound = opening.use(await createOutboundHttp(config, clock))
  const { connection, installationKey, programKey } =
    (await connectToRunningDatabase(config)) ??
    opening.use(await openDatabase(config, { log, print: () => {}, onFailure: () => {} }))
  await migrate(connection)
  const redis =
    config.redisUrl === null ? null : await openRedisBus(config, { log, metrics: noMetrics }).catch(() => null)
  // If Redis is away, running processes find the change with their next reconcile.
  const bus = opening.use(redis ?? commandBus(connection))
  const db = opening.use(openDb(connection, { bus, clock, log, poolSize: 2 }))
  const { mode, dataKey } = await openOffline({ db, programKey, random: systemRandom })
  const opened = opening.move()
  const baseUrl = config.baseUrl ?? ''
  const { authUrl, mediaUrl, socketUrl } = config
  return {
    addresses: {
      baseUrl,
      authUrl: authUrl ?? baseUrl,
      mediaUrl: mediaUrl ?? baseUrl,
      socketUrl: socketUrl ?? baseUrl,
    },
    bus,
    clock,
    config: { ...config, mode: mode ?? config.mode },
    dataKey,
    db,
    installationKey,
    log,
    metrics: noMetrics,
    outboundHttp: outbound,
    policy: policyOf({ ...config, mode: mode ?? config.mode }),
    programKey,
    random: systemRandom,
    recorder: noRecorder,
    version: packageJson.version,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/**
 * Opens a database for commands that read or fill it as it is: that of a running process, or another one. `mayCreate`:
 * the embedded database is created if there is none, which needs its key.
 */
export async function openDatabaseOffline(
  config: Config,
  { mayCreate, print = () => {} }: { mayCreate: boolean; print?: (text: string) => void },
): Promise<Database & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const hasDatabase = config.databaseUrl !== null || (await findClusterDirectory(config.dataDir)) !== null
  if (!hasDatabase && !mayCreate) throw databaseOpenError(`There is no data in ${resolve(config.dataDir)}.`)
  if (!hasDatabase) await requireKey(config)
  const running = await connectToRunningDatabase(config)
  const reports = { log: silentLog, print, onFailure: () => {} }
  const database = running ?? opening.use(await openDatabase({ ...config, ephemeral: false }, reports))
  const opened = opening.move()
  return { ...database, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** A new key would not decrypt the secrets of a backup. */
async function requireKey({ secretKey, dataDir }: Config): Promise<void> {
  const file = keyFiles(dataDir).current
  if (secretKey === null && !existsSync(file))
    throw databaseOpenError(
      `The key of the backup is missing: copy the file secret-key of its server to ${resolve(file)}, or set ONAIR_SECRET_KEY to its content.`,
    )
}

async function createOutboundHttp(config: Config, clock: AdjustableClock) {
  return outboundHttp({ clock, ...(await readOutboundRules(config)) })
}

/** The rules for receivers that users choose: of webhooks, and of the video of a live. */
async function readOutboundRules(config: Config) {
  const { allowLoopbackHttp, outgoingCa, webhookHosts } = config
  const { allowsLoopbackHttp: isPrivate } = policyOf(config)
  const extraCa =
    outgoingCa === null ? undefined : await readFile(outgoingCa, 'utf8').catch(throwUnreadable(outgoingCa))
  const rules = { allowLoopbackHttp: allowLoopbackHttp ?? isPrivate, trustedHosts: isPrivate ? webhookHosts : null }
  return { ...rules, ...(extraCa !== undefined && { extraCa }) }
}

function throwUnreadable(file: string) {
  return (error: Error) => {
    throw new ConfigError([`Cannot read the file ${file} of ONAIR_OUTGOING_CA: ${error.message}`])
  }
}

type RedisServices = Required<Pick<DepsOptions, 'log' | 'metrics'>>

function redisOptions({ redisUrl, redisPrefix, redisCluster }: Config, services: RedisServices) {
  return { url: redisUrl ?? '', prefix: redisPrefix, cluster: redisCluster, ...services }
}

async function openBus(config: Config, services: RedisServices) {
  return hasSharedBus(config) ? openRedisBus(config, services) : memoryBus(services)
}

async function openCounters(config: Config, { clock, ...services }: RedisServices & { clock: AdjustableClock }) {
  return hasSharedBus(config) ? redisCounters({ ...redisOptions(config, services), clock }) : memoryCounters()
}

function openRedisBus(config: Config, services: RedisServices) {
  const options = redisOptions(config, services)
  return config.redisCluster ? redisClusterBus(options) : redisBus(options)
}

async function connectToRunningDatabase(config: Config): Promise<Database | null> {
  if (config.databaseUrl !== null) return null
  const connection = await connectEmbeddedPostgres(config.dataDir)
  return connection && { connection, ...(await loadKeys(config, config.dataDir)) }
}

type DatabaseReports = Required<Pick<DepsOptions, 'log' | 'print' | 'onFailure'>> &
  Pick<EmbeddedPostgresOptions, 'onSpawned'>

/** Opens the database of the settings. */
export async function openDatabase(config: Config, reports: DatabaseReports): Promise<Database & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const database = config.databaseUrl === null ? await openEmbedded(config, opening, reports) : externalDatabase(config)
  const opened = opening.move()
  return { ...database, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function openEmbedded(
  config: Config,
  opening: AsyncDisposableStack,
  reports: DatabaseReports,
): Promise<Database> {
  const dir = config.ephemeral ? join(opening.use(await openTemporaryDirectory()).path, 'data') : config.dataDir
  // The key is stored before the database exists, so that a database without its key is never new.
  const onCreate = config.secretKey === null ? createKeyFile : async () => {}
  const { connection } = opening.use(
    await openEmbeddedPostgres({ dir, durable: !config.ephemeral, onCreate, ...reports }),
  )
  if (!config.ephemeral) await excludeFromGit(dir)
  return { connection, ...(await loadKeys(config, dir)) }
}

function externalDatabase({ databaseUrl, secretKey, secretKeyPrevious }: Config): Database {
  if (databaseUrl === null || secretKey === null) throw new Error('ONAIR_DATABASE_URL and ONAIR_SECRET_KEY must be set')
  return { connection: databaseUrl, ...keysOfInstallation({ current: secretKey, previous: secretKeyPrevious }) }
}

/** The keys by the settings, or by the files in the data directory. */
export async function loadKeys({ secretKey, secretKeyPrevious }: Config, dir: string) {
  const key = secretKey === null ? await loadKeyFiles(dir) : { current: secretKey, previous: secretKeyPrevious }
  return keysOfInstallation(key)
}

/** Stores a new key in the data directory, unless there is one. */
async function createKeyFile(dir: string): Promise<void> {
  const file = keyFiles(dir).current
  if (!existsSync(file)) await writeAtomic(file, systemRandom.bytes(32).toString('base64'))
}

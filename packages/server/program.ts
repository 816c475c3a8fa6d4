import type { Server } from 'node:http'
import type { Config } from './config/config.ts'
import { loadClockOffset } from './features/clock/clock-store.ts'
import type { OpenExtension } from './extension.ts'
import { Drain } from './http/drain.ts'
import { openListener } from './http/listener.ts'
import { readinessOf } from './http/readiness.ts'
import { gracefulShutdown } from './http/graceful-shutdown.ts'
import { limitConnections } from './http/connection-limit.ts'
import type { OpsListener } from './http/ops-listener.ts'
import type { PrometheusMetrics } from './infra/observability/prometheus.ts'
import packageJson from './package.json' with { type: 'json' }
import { createDeps, openDatabase } from './create-deps.ts'
import type { CopySource, Database, ProgramSource } from './program-source.ts'
import type { ConnectionLimit } from './infra/files/open-files.ts'
import { systemClock, type AdjustableClock } from './infra/clock.ts'
import type { Log } from './infra/observability/log.ts'
import { summarizeErrors } from './infra/observability/summarize-errors.ts'
import type { Addresses, Deps } from './infra/deps.ts'
import { Refusal } from './shared/refusal.ts'
import { loadRoles, openHttp, openRoles } from './roles.ts'

/*
 * The start of the program, in this order:
 *
 * 1. Operations: what operators read is served before the rest starts.
 * 2. Listener: it has its port and its certificate, and does not listen yet.
 * 3. Database: the one of the settings is opened, unless it is given. The code of the roles is loaded at the same time.
 * 4. Platform: its dependencies and services, and the HTTP role, which needs no data.
 * 5. Data: where it is a copy, the platform waits for it here. The extension inserts its own.
 * 6. Roles: they receive requests and sockets, and the process is ready.
 * 7. Listen.
 *
 * `replaceData` ends 4 to 6 and runs them again on other data, on the same listener.
 */

export type Program = AsyncDisposable & {
  /** The current dependencies: a restore replaces them. */
  readonly deps: Deps
  readonly server: Server
  /** Null where the system has no limit. */
  connectionLimit: ConnectionLimit | null
  reloadCertificate: () => Promise<void>
  /** The port of `/metrics`. Null where it is not served. */
  opsPort: number | null
}

type ProgramOptions = {
  config: Config
  log: Log
  createClock?: () => AdjustableClock
  print?: (text: string) => void
  /** Called when the program cannot continue. */
  onFailure?: (error: Error) => void
  /** A database that is open already, instead of the one of the settings. */
  database?: Database
  /** The source of a database that is a copy. Steps that do not need the data run before it resolves. */
  copiedFrom?: Promise<CopySource>
  /** Whether the end waits for requests in progress. */
  endsGracefully?: boolean
  /** Null for a site. */
  openExtension?: OpenExtension | undefined
}

/** Starts the program: dependencies, roles, listener. Disposing stops them in reverse order. */
export async function openProgram({
  config,
  createClock = systemClock,
  print = () => {},
  onFailure = () => {},
  ...options
}: ProgramOptions): Promise<Program> {
  await using opening = new AsyncDisposableStack()
  const clock = systemClock()
  const log = opening.use(summarizeErrors(options.log, clock))
  const drain = new Drain(clock)
  const ops = config.opsPort === null ? null : await serveOperations({ config, drain, log }, opening)
  const { server, addresses, listen, reloadCertificate } = opening.use(await openListener(config))
  const connectionLimit = limitConnections(server, { config, log, ...(ops && { metrics: ops.metrics }) })
  const database =
    options.database ??
    opening.use(await openDatabase(config, { log, print, onFailure, onSpawned: () => loadRoles(config) }))
  const platform = opening.use(
    new ReplaceablePlatform({
      config,
      server,
      addresses,
      log,
      createClock,
      drain,
      ops,
      openExtension: options.openExtension,
    }),
  )
  await platform.open(database, options.copiedFrom)
  // The port opens last: a load balancer sends requests to a port that is open.
  await listen()
  if (options.endsGracefully ?? true) opening.use(gracefulShutdown(server, clock))
  opening.defer(() => drain.start())

  const opened = opening.move()
  return {
    get deps() {
      return platform.deps
    },
    server,
    connectionLimit,
    reloadCertificate,
    opsPort: ops?.listener.port ?? null,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type PlatformOptions = {
  config: Config
  server: Server
  addresses: Addresses
  log: Log
  createClock: () => AdjustableClock
  drain: Drain
  ops: Operations | null
  openExtension: OpenExtension | undefined
}

/** The platform that runs on a listener: its dependencies and its roles, which other data replaces together. */
class ReplaceablePlatform implements ProgramSource, AsyncDisposable {
  readonly #options: PlatformOptions
  #deps: Deps | null = null
  #database: Database | null = null
  #opened: AsyncDisposable | null = null
  #isReplacing = false

  constructor(options: PlatformOptions) {
    this.#options = options
  }

  get deps(): Deps {
    return this.#deps!
  }

  get database(): Database {
    return this.#database!
  }

  async open(database: Database, copying?: Promise<CopySource>): Promise<void> {
    await using opening = new AsyncDisposableStack()
    const { server, createClock, drain, ops, ...options } = this.#options
    const clock = createClock()
    const deps = opening.use(
      await createDeps({
        ...options,
        clock,
        database,
        print: () => {},
        source: this,
        ...(ops && { metrics: ops.metrics }),
      }),
    )
    const http = opening.use(await openHttp(deps, deps.extension))
    const copiedFrom = await copying
    // The connection of the lease takes as long as the first one of the pool.
    const reserved = copiedFrom && deps.db.ping()
    if (copiedFrom !== undefined) clock.startAt(await loadClockOffset(deps.db.read))
    await deps.extension?.prepare(deps, copiedFrom)
    await reserved
    opening.defer(() => {
      // The request that restores a snapshot is on one.
      if (!this.#isReplacing) server.closeAllConnections()
    })
    opening.use(await openRoles(server, deps, clock, { http, drain }))
    if (ops !== null) opening.use(reportReadiness(ops, deps))
    this.#deps = deps
    this.#database = database
    this.#opened = opening.move()
  }

  async replaceData(replace: Parameters<ProgramSource['replaceData']>[0]): Promise<void> {
    if (this.#isReplacing) throw new Refusal('unavailable', 'SERVER_BUSY', { retryAfterSec: 1 })
    this.#isReplacing = true
    try {
      await this.#replaceData(replace)
    } finally {
      this.#isReplacing = false
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    await opened?.[Symbol.asyncDispose]()
  }

  async #replaceData(replace: Parameters<ProgramSource['replaceData']>[0]): Promise<void> {
    const { baseUrl } = this.#options.addresses
    const before = { database: this.database, copiedFrom: { baseUrl, isOwn: true } }
    await this[Symbol.asyncDispose]()
    let current = before
    try {
      current = await replace()
    } finally {
      await this.open(current.database, Promise.resolve(current.copiedFrom))
    }
  }
}

type Operations = { listener: OpsListener; metrics: PrometheusMetrics }

/** Loads and serves what operators read, before the rest starts. */
async function serveOperations(
  { config, drain, log }: { config: Config; drain: Drain; log: Log },
  opening: AsyncDisposableStack,
): Promise<Operations> {
  const { openPrometheus } = await import('./infra/observability/prometheus.ts')
  const { openOpsListener } = await import('./http/ops-listener.ts')
  const metrics = openPrometheus({ version: packageJson.version, log })
  return { metrics, listener: opening.use(await openOpsListener(config, { drain, metrics })) }
}

function reportReadiness({ listener, metrics }: Operations, { bus, config, db }: Deps): Disposable {
  const stack = new DisposableStack()
  let isBusUp = true
  stack.use(bus.onHealthChange((isHealthy) => (isBusUp = isHealthy)))
  stack.use(metrics.observe('onair_bus_up', () => Number(isBusUp)))
  stack.use(metrics.observe('onair_database_up', () => Number(db.isAvailable)))
  stack.use(metrics.observe('onair_database_connections', () => db.poolCounts.open))
  stack.use(metrics.observe('onair_database_connections_idle', () => db.poolCounts.idle))
  stack.use(metrics.observe('onair_database_connections_max', () => config.databasePool))
  stack.use(metrics.observe('onair_database_waiting', () => db.poolCounts.waiting))
  const check = async () => readinessOf(config.roles, { isDatabaseUp: await db.ping(), isBusUp })
  stack.use(listener.reportReadiness(check))
  return stack
}

import { join } from 'node:path'
import type { ContentOf, sandboxApi } from '@onair/contract'
import type { Config } from '@onair/server/config/config.ts'
import { createDeps } from '@onair/server/create-deps.ts'
import { getOverview } from '../demo/overview.ts'
import { prepareDemo } from '../demo/demo.ts'
import { systemClock, type Clock } from '@onair/server/infra/clock.ts'
import { openDatabaseServer } from '@onair/server/infra/db/copy-database.ts'
import { openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { openTemporaryDirectory } from '@onair/server/infra/db/embedded/temporary-directory.ts'
import { migrate } from '@onair/server/infra/db/migrate.ts'
import { scanConnections } from '@onair/server/infra/db/scan-connections.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { Log } from '@onair/server/infra/observability/log.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { keysOfInstallation } from '@onair/server/shared/secrets.ts'
import type { WorldInfo } from '../worlds.ts'
import { schemaDatabase, type Copy, type Keys, type WorldServer } from './copy-sandbox.ts'
import type { Program } from '@onair/server/program.ts'
import type { ProgramSource } from '@onair/server/program-source.ts'
import { PreparedWorld } from './prepared-world.ts'
import { createSandboxCopies } from './sandbox-copies.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { repeat } from '@onair/server/shared/repeat.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import type { WorldActivity } from './world-activity.ts'

export type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

/** A sandbox with a database, clock, bus, sockets and port of its own, in this process. Disposing deletes it. */
export type World = AsyncDisposable & { overview: Overview; deps: Deps }

type RunningWorld = {
  info: WorldInfo
  /** Null for one that was opened with the demo data. */
  parentId: string | null
  program: Program
  source: ProgramSource
  activity: WorldActivity
  resources: AsyncDisposable
}

const demoDatabase = 'demo'
const poolSize = 2
const idleCheckMs = 10_000
/** Worlds that are prepared for the next forks. Each takes 4 MB, and no processor time. */
const maxSpares = 2

/** `time`: for idle worlds. */
type HostOptions = { config: Config; log: Log; onFailure: (error: Error) => void; time?: Clock }

/**
 * The worlds of a process. Their database server starts with the first one. `config`: the settings of every world.
 * Decision 16.
 */
export class WorldHost implements AsyncDisposable {
  readonly #options: HostOptions
  readonly #config: Config
  readonly #time: Clock
  readonly #resources = new AsyncDisposableStack()
  readonly #worlds = new Map<string, RunningWorld>()
  #server: Promise<WorldServer> | null = null
  #demo: Promise<Copy> | null = null
  readonly #spares: PreparedWorld[] = []
  #count = 0
  #isClosed = false

  constructor(options: HostOptions) {
    const { config } = options
    this.#options = options
    this.#time = options.time ?? systemClock()
    this.#config = {
      ...config,
      port: 0,
      opsPort: null,
      databasePool: poolSize,
      redisUrl: null,
      redisCluster: false,
      baseUrl: null,
      authUrl: null,
      socketUrl: null,
      mediaUrl: null,
      rtmpPort: 'off',
      ffmpeg: null,
      ephemeral: true,
      recordingsDir: null,
      databaseUrl: null,
    }
    const onError = (error: unknown) => options.log.warn({ error: String(error) }, 'world.delete_failed')
    this.#resources.use(repeat(() => this.#deleteIdle(), { clock: this.#time, intervalMs: idleCheckMs, onError }))
  }

  /** Starts the database server, before the first world needs it. */
  async start(): Promise<void> {
    const server = await this.#startServer()
    const { keys } = await this.#demoOrigin(server)
    this.#prepareSpares(keys, server)
  }

  /** Opens a world with the demo data, whose credentials all such worlds share. */
  async openDemo(): Promise<World> {
    const world = await this.#open(null, await this.#demoOrigin(await this.#startServer()))
    return {
      overview: getOverview(world.program.deps),
      deps: world.program.deps,
      [Symbol.asyncDispose]: () => this.#delete(world.info.worldId),
    }
  }

  /** The operations on the copies of a sandbox. `worldId`: null for a sandbox that is not a world. */
  copiesOf(source: ProgramSource, worldId: string | null) {
    return createSandboxCopies(source, {
      fork: async (copy) => (await this.#open(worldId ?? mainId, copy)).info,
      find: (id) => this.#childrenOf(worldId ?? mainId).find(({ info }) => info.worldId === id)?.source ?? null,
      list: () => this.#childrenOf(worldId ?? mainId).map(({ info }) => info),
      delete: (id) => this.#delete(id),
      temporaryDirectory: async () => join((await this.#startServer()).dir, 'snapshots', worldId ?? mainId),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    // A server that is being started belongs to the resources when it runs.
    await this.#server?.catch(() => {})
    await this.#demo?.catch(() => {})
    const spares = this.#spares.splice(0).map((spare) => spare[Symbol.asyncDispose]())
    await Promise.allSettled([...spares, ...[...this.#worlds.keys()].map((id) => this.#delete(id))])
    await this.#resources.disposeAsync()
  }

  #childrenOf(parentId: string): RunningWorld[] {
    return [...this.#worlds.values()].filter((world) => world.parentId === parentId)
  }

  async #open(parentId: string | null, copy: Copy): Promise<RunningWorld> {
    const { worldsMax } = this.#options.config
    if (this.#count >= worldsMax) throw new Refusal('badInput', errorReason('TOO_MANY_WORLDS', { most: worldsMax }))
    this.#count += 1
    await using opening = new AsyncDisposableStack()
    opening.defer(() => void (this.#count -= 1))
    const server = await this.#startServer()
    const prepared = opening.use(this.#takeSpare(copy.keys) ?? this.#prepare(copy.keys, server))
    const { program, source } = await prepared.open(copy, () => this.#prepareSpares(copy.keys, server))
    const { worldId, activity } = prepared
    const { baseUrl, authUrl, socketUrl } = program.deps.addresses
    const createdDate = utcDate(this.#time.now())
    const info = { worldId, baseUrl, authUrl, socketUrl, consoleUrl: `${authUrl}/console`, createdDate }
    const world = { info, parentId, program, source, activity, resources: opening.move() }
    this.#worlds.set(worldId, world)
    return world
  }

  #prepare(keys: Keys, server: WorldServer): PreparedWorld {
    return new PreparedWorld(keys, {
      config: this.#config,
      log: this.#options.log,
      time: this.#time,
      server,
      createWorlds: (source, worldId) => this.copiesOf(source, worldId),
    })
  }

  /** Prepares the next worlds with these keys. */
  #prepareSpares(keys: Keys, server: WorldServer): void {
    if (this.#isClosed) return
    while (this.#spares.length < maxSpares && this.#count + this.#spares.length < this.#options.config.worldsMax)
      this.#spares.push(this.#prepare(keys, server))
  }

  /** Returns a spare with these keys. Spares with other keys belong to another sandbox and are disposed. */
  #takeSpare(keys: Keys): PreparedWorld | null {
    const spares = this.#spares.splice(0)
    this.#spares.push(...spares.filter((spare) => spare.fits(keys)))
    for (const spare of spares) if (!spare.fits(keys)) void spare[Symbol.asyncDispose]().catch(() => {})
    return this.#spares.shift() ?? null
  }

  /** Deletes the world, and the worlds that were forked from it. */
  async #delete(worldId: string): Promise<void> {
    const world = this.#worlds.get(worldId)
    if (!this.#worlds.delete(worldId)) return
    for (const { info } of this.#childrenOf(worldId)) await this.#delete(info.worldId)
    await world?.resources[Symbol.asyncDispose]()
  }

  /** Worlds with the demo data belong to a test, which closes them. */
  async #deleteIdle(): Promise<void> {
    const idleMs = this.#options.config.worldIdleMin * 60_000
    for (const { info, parentId } of this.#worlds.values())
      if (parentId !== null && this.#idleMsOf(info.worldId) > idleMs) await this.#delete(info.worldId)
  }

  /** A world is in use while one is that was forked from it. */
  #idleMsOf(worldId: string): number {
    const children = this.#childrenOf(worldId).map(({ info }) => this.#idleMsOf(info.worldId))
    return Math.min(this.#worlds.get(worldId)?.activity.idleMs ?? 0, ...children)
  }

  async #startServer(): Promise<WorldServer> {
    if (this.#isClosed) throw new Error('The worlds have ended.')
    this.#server ??= this.#openServer().catch((error: unknown) => {
      this.#server = null
      throw error
    })
    return this.#server
  }

  async #openServer(): Promise<WorldServer> {
    await using opening = new AsyncDisposableStack()
    const { log, onFailure, config } = this.#options
    const { path } = opening.use(await openTemporaryDirectory({ inMemory: true }))
    /** Connections for the pools and for leases, and some for copies. */
    const maxConnections = (poolSize + 2 + scanConnections) * config.worldsMax + 20
    const options = { dir: join(path, 'data'), durable: false, print: () => {}, maxConnections, log, onFailure }
    const { connection } = opening.use(await openEmbeddedPostgres(options))
    const databases = opening.use(await openDatabaseServer(connection))
    await migrate(databases.connectionTo(schemaDatabase))
    this.#resources.use(opening.move())
    return { dir: path, databases }
  }

  async #demoOrigin(server: WorldServer): Promise<Copy> {
    if (this.#isClosed) throw new Error('The worlds have ended.')
    this.#demo ??= createDemo(server, this.#config, this.#options.log).catch((error: unknown) => {
      this.#demo = null
      throw error
    })
    return this.#demo
  }
}

/** The parent id of worlds that were forked from a sandbox that is not a world. */
const mainId = 'main'
const demoBaseUrl = 'http://127.0.0.1:4747'

/** Creates the database with the demo data. */
async function createDemo({ databases }: WorldServer, config: Config, log: Log): Promise<Copy> {
  await databases.copy(schemaDatabase, demoDatabase)
  const keys = keysOfInstallation({ current: systemRandom.bytes(32), previous: null })
  const database = { connection: databases.connectionTo(demoDatabase), ...keys }
  const addresses = { baseUrl: demoBaseUrl, authUrl: demoBaseUrl, socketUrl: demoBaseUrl, mediaUrl: demoBaseUrl }
  await using deps = await createDeps({ config, addresses, clock: systemClock(), log, print: () => {}, database })
  await deps.db.transaction(await prepareDemo(deps))
  return {
    keys: { ...keys, dataKey: deps.dataKey },
    copiedFrom: { baseUrl: demoBaseUrl, isOwn: true },
    create: (name, server, onCopying) => server.databases.copy(demoDatabase, name, onCopying),
  }
}

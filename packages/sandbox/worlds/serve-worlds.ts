import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Config } from '@onair/server/config/config.ts'
import type { AdjustableClock } from '@onair/server/infra/clock.ts'
import type { Log } from '@onair/server/infra/observability/log.ts'
import { WorldHost, type World } from './world-host.ts'
import type { WorldSocket } from './world-socket.ts'

/** `runner`: the id of the process that starts test processes; null if the test process was started by a person. */
type Request = { id: number } & (
  | { method: 'start'; runner: number | null }
  | { method: 'open' }
  | { method: 'close'; baseUrl: string }
)

/** The test processes of a run start one after the other; the next one finds the server still running. */
const lingerMs = 2_000
/** A runner that still runs may start the next test process after some time, or has a watch mode. */
const maxLingerMs = 60_000
/** Time limit for the first test process. */
const startTimeoutMs = 20_000

/**
 * Opens worlds for the test processes that connect to a socket. Each line is a request or a response in JSON; the first
 * request is `start`. The kernel closes the connection of a process that was killed, which closes its worlds. Resolves when
 * no process has been connected for two seconds and no runner is left, or for a minute.
 */
export async function serveWorlds(
  socket: WorldSocket,
  { clock, config, log }: { clock: AdjustableClock; config: Config; log: Log },
): Promise<void> {
  const clients = new WorldClients(clock, { config, log })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => clients.stop())
  socket.onConnection((connection) => clients.accept(connection))
  clients.start()
  try {
    await clients.ended
  } finally {
    socket[Symbol.dispose]()
    await clients.closeAll()
  }
}

class WorldClients {
  readonly #clock: AdjustableClock
  readonly #host: WorldHost
  readonly #end = Promise.withResolvers<void>()
  readonly #clients = new Set<WorldClient>()
  readonly #closing = new Set<Promise<void>>()
  readonly #runners = new Set<number>()
  #timer: Disposable

  constructor(clock: AdjustableClock, options: { config: Config; log: Log }) {
    this.#clock = clock
    this.#host = new WorldHost({ ...options, onFailure: (error) => this.#end.reject(error) })
    this.#timer = clock.after(startTimeoutMs, () => this.stop())
  }

  get ended(): Promise<void> {
    return this.#end.promise
  }

  /** The request of a test process starts it again where that failed, and reports the error. */
  start(): void {
    this.#host.start().catch(() => {})
  }

  stop(): void {
    this.#end.resolve()
  }

  accept(connection: Socket): void {
    const client = new WorldClient(connection, this.#host, (runner) => this.#join(runner))
    this.#clients.add(client)
    connection.on('close', () => this.#remove(client))
  }

  async closeAll(): Promise<void> {
    for (const client of this.#clients) this.#remove(client)
    this.#timer[Symbol.dispose]()
    await Promise.allSettled(this.#closing)
    await this.#host[Symbol.asyncDispose]()
  }

  #join(runner: number | null): void {
    this.#timer[Symbol.dispose]()
    this.#deleteEndedRunners()
    if (runner !== null) this.#runners.add(runner)
  }

  #remove(client: WorldClient): void {
    if (!this.#clients.delete(client)) return
    const closing = client.close().catch(() => {})
    this.#closing.add(closing)
    void closing.then(() => this.#closing.delete(closing))
    // A host that found this one connects and sends nothing.
    if (client.hasStarted && ![...this.#clients].some(({ hasStarted }) => hasStarted)) this.#linger()
  }

  #linger(since = this.#clock.uptime()): void {
    this.#timer[Symbol.dispose]()
    this.#timer = this.#clock.after(lingerMs, () => {
      this.#deleteEndedRunners()
      if (this.#runners.size === 0 || this.#clock.uptime() - since >= maxLingerMs) this.stop()
      else this.#linger(since)
    })
  }

  #deleteEndedRunners(): void {
    for (const pid of this.#runners) if (!isRunning(pid)) this.#runners.delete(pid)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A test process with its worlds. */
class WorldClient {
  readonly #connection: Socket
  readonly #host: WorldHost
  readonly #onStart: (runner: number | null) => void
  readonly #opened = new Map<string, World>()
  readonly #pending = new Set<Promise<void>>()
  #hasStarted = false

  constructor(connection: Socket, host: WorldHost, onStart: (runner: number | null) => void) {
    this.#connection = connection
    this.#host = host
    this.#onStart = onStart
    createInterface({ input: connection }).on('line', (line) => {
      const answered = this.#answer(line).catch(() => void connection.destroy())
      this.#pending.add(answered)
      void answered.then(() => this.#pending.delete(answered))
    })
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** Closes its worlds, also those that are being opened. */
  async close(): Promise<void> {
    this.#connection.destroy()
    await Promise.all(this.#pending)
    await Promise.all([...this.#opened.values()].map((world) => world[Symbol.asyncDispose]()))
  }

  async #answer(line: string): Promise<void> {
    const request = JSON.parse(line) as Request
    const response = await this.#carryOut(request).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }))
    if (this.#connection.writable) this.#connection.write(`${JSON.stringify({ id: request.id, ...response })}\n`)
  }

  async #carryOut(request: Request): Promise<object> {
    if (request.method === 'start') {
      this.#hasStarted = true
      this.#onStart(request.runner)
      await this.#host.start()
      return {}
    }
    if (request.method === 'open') {
      const world = await this.#host.openDemo()
      this.#opened.set(world.overview.baseUrl, world)
      return { world: world.overview }
    }
    const world = this.#opened.get(request.baseUrl)
    this.#opened.delete(request.baseUrl)
    await world?.[Symbol.asyncDispose]()
    return {}
  }
}

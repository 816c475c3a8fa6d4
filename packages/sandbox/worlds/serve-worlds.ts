import { mkdir, rm, rmdir } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '@onair/server/config/config.ts'
import type { AdjustableClock } from '@onair/server/infra/clock.ts'
import { runOnExit } from '@onair/server/infra/db/embedded/exit-guard.ts'
import type { Log } from '@onair/server/infra/log.ts'
import { WorldHost, type World } from './world-host.ts'

type Request = { id: number; method: 'open' } | { id: number; method: 'close'; baseUrl: string }

/** The test processes of a run start one after the other; the next one finds the server still running. */
const lingerMs = 2_000
/** Time limit for the first connection. */
const startTimeoutMs = 20_000

/**
 * Opens worlds for the test processes that connect to a Unix socket. Each line is a request or a response in JSON. The
 * kernel closes the connection of a process that was killed, which closes its worlds. Resolves when no process is
 * connected, or at once if another process serves this socket.
 */
export async function serveWorlds(
  path: string,
  { clock, config, log }: { clock: AdjustableClock; config: Config; log: Log },
): Promise<void> {
  const clients = new WorldClients(clock, { config, log })
  const server = createServer((socket) => clients.accept(socket))
  if (!(await listenAt(server, path))) return
  // Another host may use the directory.
  using _guard = runOnExit('rm -f "$0"; rmdir "${0%/*}" 2>/dev/null', path)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => clients.stop())
  clients.start()
  try {
    await clients.ended
  } finally {
    server.close()
    await clients.closeAll()
    // Another host may use the directory.
    await rmdir(dirname(path)).catch(() => {})
  }
}

class WorldClients {
  readonly #clock: AdjustableClock
  readonly #host: WorldHost
  readonly #end = Promise.withResolvers<void>()
  readonly #clients = new Set<WorldClient>()
  readonly #closing = new Set<Promise<void>>()
  #timer: Disposable

  constructor(clock: AdjustableClock, options: { config: Config; log: Log }) {
    this.#clock = clock
    this.#host = new WorldHost({ ...options, onFailure: (error) => this.#end.reject(error) })
    this.#timer = clock.after(startTimeoutMs, () => this.stop())
  }

  get ended(): Promise<void> {
    return this.#end.promise
  }

  /** The first request starts it again where that failed, and reports the error. */
  start(): void {
    this.#host.start().catch(() => {})
  }

  stop(): void {
    this.#end.resolve()
  }

  accept(socket: Socket): void {
    this.#timer[Symbol.dispose]()
    const client = new WorldClient(socket, this.#host)
    this.#clients.add(client)
    socket.on('error', () => {}).on('close', () => this.#remove(client))
  }

  async closeAll(): Promise<void> {
    this.#timer[Symbol.dispose]()
    for (const client of this.#clients) this.#remove(client)
    await Promise.allSettled(this.#closing)
    await this.#host[Symbol.asyncDispose]()
  }

  #remove(client: WorldClient): void {
    if (!this.#clients.delete(client)) return
    const closing = client.close().catch(() => {})
    this.#closing.add(closing)
    void closing.then(() => this.#closing.delete(closing))
    if (this.#clients.size > 0) return
    this.#timer = this.#clock.after(lingerMs, () => {
      if (this.#clients.size === 0) this.stop()
    })
  }
}

/** A test process with its worlds. */
class WorldClient {
  readonly #socket: Socket
  readonly #host: WorldHost
  readonly #opened = new Map<string, World>()
  readonly #pending = new Set<Promise<void>>()

  constructor(socket: Socket, host: WorldHost) {
    this.#socket = socket
    this.#host = host
    createInterface({ input: socket }).on('line', (line) => {
      const answered = this.#answer(line).catch(() => void socket.destroy())
      this.#pending.add(answered)
      void answered.then(() => this.#pending.delete(answered))
    })
  }

  /** Closes its worlds, also those that are being opened. */
  async close(): Promise<void> {
    this.#socket.destroy()
    await Promise.all(this.#pending)
    await Promise.all([...this.#opened.values()].map((world) => world[Symbol.asyncDispose]()))
  }

  async #answer(line: string): Promise<void> {
    const request = JSON.parse(line) as Request
    const response = await this.#carryOut(request).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }))
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify({ id: request.id, ...response })}\n`)
  }

  async #carryOut(request: Request): Promise<object> {
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

const listenAttempts = 20

/**
 * False if another process listens there. The socket of a process that was killed is replaced, and a directory that another
 * host has just removed is created again.
 */
async function listenAt(server: Server, path: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const error = await tryToListen(server, path)
    if (error === null) return true
    // In a missing directory the error is EACCES.
    const isRemoved = error.code === 'EACCES' || error.code === 'ENOENT'
    if ((error.code !== 'EADDRINUSE' && !isRemoved) || attempt === listenAttempts) throw error
    if (await isServed(path)) return false
    await rm(path, { force: true })
  }
}

function tryToListen(server: Server, path: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const onListening = () => resolve(null)
    server.once('error', (error) => {
      server.off('listening', onListening)
      resolve(error)
    })
    server.listen(path, onListening)
  })
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path)
    connection
      .on('error', () => resolve(false))
      .once('connect', () => {
        connection.destroy()
        resolve(true)
      })
  })
}

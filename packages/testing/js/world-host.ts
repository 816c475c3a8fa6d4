import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import type { ContentOf, sandboxApi } from '@onair/sdk'

export type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

type Response = { id: number; world?: Overview; error?: string }

const startTimeoutMs = 60_000
const retryMs = 50

class HostEnded extends Error {
  override readonly name = 'HostEnded'
  constructor() {
    super('The process of the worlds has ended.')
  }
}

const attempts = 3

/** Starts the host, or connects to the one that runs, and keeps it for as long as this process runs. */
export async function keepHost(): Promise<void> {
  await withHost((host) => host.started)
}

export async function openHostedWorld(): Promise<{ overview: Overview; close: () => Promise<void> }> {
  return withHost(async (host) => {
    const overview = await host.open()
    return { overview, close: () => host.close(overview.baseUrl) }
  })
}

/** A host that was about to end is replaced by another. */
async function withHost<T>(use: (host: WorldHost) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const host = await connectToHost()
    try {
      return await use(host)
    } catch (error) {
      if (!(error instanceof HostEnded) || attempt === attempts) throw error
    }
  }
}

let connecting: Promise<WorldHost> | null = null

/** The process that runs the worlds. All test processes with the same installation of Onair share it. */
function connectToHost(): Promise<WorldHost> {
  connecting ??= connectOrStart().then(
    (socket) => new WorldHost(socket, () => (connecting = null)),
    (error: unknown) => {
      connecting = null
      throw error
    },
  )
  return connecting
}

/** A connection to the host. It closes the worlds of this process when the connection ends, however the process ends. */
class WorldHost {
  readonly #socket: Socket
  readonly #waiting = new Map<number, PromiseWithResolvers<Response>>()
  /** The host is ready to open worlds. */
  readonly started: Promise<void>
  #lastId = 0

  constructor(socket: Socket, onClose: () => void) {
    this.#socket = socket.unref()
    createInterface({ input: socket }).on('line', (line) => this.#receive(JSON.parse(line) as Response))
    socket.on('close', () => {
      onClose()
      for (const { reject } of this.#waiting.values()) reject(new HostEnded())
    })
    this.started = this.#call({ method: 'start', runner: runnerPid() }).then(() => {})
    // `open` reports the error, too.
    this.started.catch(() => {})
  }

  async open(): Promise<Overview> {
    const { world } = await this.#call({ method: 'open' })
    return world!
  }

  async close(baseUrl: string): Promise<void> {
    await this.#call({ method: 'close', baseUrl })
  }

  /** Keeps this process alive until the response has arrived. */
  async #call(request: object): Promise<Response> {
    const id = (this.#lastId += 1)
    const response = Promise.withResolvers<Response>()
    this.#waiting.set(id, response)
    if (this.#socket.destroyed) response.reject(new HostEnded())
    this.#socket.ref().write(`${JSON.stringify({ id, ...request })}\n`)
    try {
      return await response.promise
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#socket.unref()
    }
  }

  #receive(response: Response) {
    const waiting = this.#waiting.get(response.id)
    if (response.error === undefined) waiting?.resolve(response)
    else waiting?.reject(new Error(response.error))
  }
}

/**
 * The process that starts a process or a thread for each test file, which the host outlives by little; null if this process
 * was started in another way.
 */
function runnerPid(): number | null {
  if (!isMainThread) return process.pid
  return process.connected || process.env['NODE_TEST_CONTEXT'] !== undefined ? process.ppid : null
}

async function connectOrStart(): Promise<Socket> {
  const command = createRequire(import.meta.url).resolve('@onair/cli/command')
  const path = socketPath(command)
  let host: ReturnType<typeof startHost> | null = null
  for (const end = Date.now() + startTimeoutMs; Date.now() < end; await wait(retryMs)) {
    const socket = await tryConnect(path)
    if (socket !== null) {
      host?.detach()
      return socket
    }
    if (host === null || host.hasFoundAnother()) host = startHost(command, path)
    const failure = host.failure()
    if (failure !== null) throw new Error(`Onair cannot start: ${failure}`)
  }
  throw new Error(`Onair did not start within ${startTimeoutMs / 1_000} s.`)
}

/** A path of this installation, in a directory that only this user can enter. */
function socketPath(command: string): string {
  const uid = process.getuid?.() ?? 0
  const dir = join(tmpdir(), `onair-worlds-${uid}`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const stats = lstatSync(dir)
  if (!stats.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0)
    throw new Error(`${dir} must be a directory of this user with mode 700. Delete it.`)
  return join(dir, createHash('sha256').update(command).digest('hex').slice(0, 16))
}

function tryConnect(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket.on('error', () => {}))).once('error', () => resolve(null))
  })
}

/** Starts the host. It outlives this process, and ends with the test run. */
function startHost(command: string, path: string) {
  const child = spawn(process.execPath, [command, 'worlds', path], {
    // Ctrl+C in a terminal ends the tests, which ends it.
    detached: true,
    // The hooks and the coverage of the tests do not apply to the server.
    env: { ...process.env, NODE_OPTIONS: undefined, NODE_V8_COVERAGE: undefined, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  let failure: string | null = null
  let foundAnother = false
  child.stderr.on('data', (text) => (stderr += String(text)))
  child.on('error', (error) => (failure = error.message))
  child.on('close', (code) => {
    if (code === 0) foundAnother = true
    else failure = stderr.trim() || `exit code ${code}`
  })
  return {
    failure: () => failure,
    /** Another host was faster. It may have ended since. */
    hasFoundAnother: () => foundAnother,
    detach() {
      child.unref()
      child.stderr.destroy()
    },
  }
}

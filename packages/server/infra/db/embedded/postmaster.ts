import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { stopServerOnExit } from './exit-guard.ts'
import { findStaleLockHolder, sendSignal, stopServer } from './orphans.ts'
import type { User } from './permissions.ts'
import { spawnAsUser } from './run.ts'
import { explainExit, explainStartFailure, readLogSince, ServerStartError, type ServerExit } from './start-failure.ts'

/** A running server. Disposing stops it. `ended` resolves when it ends, for whatever reason. */
export type Postmaster = AsyncDisposable & Address & { ended: Promise<ServerExit> }
type Address = { host: string; port: number }

export type PostmasterOptions = {
  data: string
  logFile: string
  user: User | null
  binaries: Binaries
  durable: boolean
  maxConnections: number
  /** Called whenever the server process was started, before it accepts connections. */
  onSpawned?: (() => void) | undefined
  /** Aborts the start. */
  signal?: AbortSignal
  /** The address of a server that ended. By default a new one is chosen. */
  listen?: Address
}

/** After a system crash, PostgreSQL replays its write-ahead log before it accepts connections. */
const startTimeoutMs = 60_000

/** Starts the server of a cluster and resolves when it accepts connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (error) {
      // Another process took the free port, or child processes of a killed server are still running.
      const isTransient = /could not create any TCP\/IP sockets|is still in use/.test(String(error))
      if (!isTransient || attempt === 50 || options.signal?.aborted) throw error
      await wait(100)
    }
  }
}

async function startOnce(options: PostmasterOptions): Promise<Postmaster> {
  const { data, logFile, user, signal } = options
  await using log = await open(logFile, 'a', 0o600)
  const { size: logSize } = await log.stat()
  const child = await spawnServer(options, log.fd)
  options.onSpawned?.()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const guard = stopServerOnExit(child.pid, user)
  // Faster than the guard, where this process ends without disposing.
  const stopOnExit = () => sendSignal(child.pid, 'SIGINT')
  process.once('exit', stopOnExit)
  const exited = isRunning() ? once(child, 'exit') : Promise.resolve()
  const ended = exited.then(async () => {
    process.off('exit', stopOnExit)
    guard[Symbol.dispose]()
    const output = await readLogSince(logFile, logSize)
    return explainExit(child.signalCode ?? `exit code ${child.exitCode}`, output, { data, log: logFile })
  })

  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const running = await readPostmasterFile(data)
    if (running?.ready && running.pid === child.pid) {
      const { host, port } = running
      const stop = async () => (isRunning() ? stopServer(child.pid, isRunning) : undefined)
      return { host, port, ended, [Symbol.asyncDispose]: stop }
    }
    if (!isRunning()) {
      const output = await readLogSince(logFile, logSize)
      throw new ServerStartError(await explainStartFailure(output, { data, log: logFile }))
    }
    if (signal?.aborted || performance.now() > deadline) {
      await stopServer(child.pid, isRunning)
      throw databaseOpenError(`PostgreSQL was not ready within ${startTimeoutMs / 1000} s. See ${logFile}.`)
    }
    await wait(10)
  }
}

async function spawnServer({ data, user, binaries, durable, maxConnections, listen }: PostmasterOptions, log: number) {
  const settings = {
    ...(await chooseListenSettings(data, listen)),
    ...baseSettings,
    ...(durable ? {} : nonDurableSettings),
    max_connections: maxConnections,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const staleHolder = await findStaleLockHolder(data)
  return spawnAsUser(binaries.postgres, ['-D', data, ...args], {
    user,
    cwd: data,
    stdio: ['ignore', log, log],
    // PostgreSQL ignores this process in its lock file, and still checks that the shared memory is not in use.
    env: staleHolder === null ? {} : { PG_GRANDPARENT_PID: String(staleHolder) },
  })
}

const baseSettings = {
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Keeps the text of statements, and so the data in it, out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** A Unix socket for this user only; a loopback port if the path is too long for a socket. */
async function chooseListenSettings(data: string, previous?: Address) {
  const isShort = Buffer.byteLength(join(data, '.s.PGSQL.5432.lock')) <= 100
  return isShort
    ? {
        listen_addresses: '',
        port: 5432,
        unix_socket_directories: `"${data.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
      }
    : { listen_addresses: '127.0.0.1', port: previous?.port ?? (await freePort()), unix_socket_directories: '' }
}

async function freePort(): Promise<number> {
  await using server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return address.port
}

/** Parses postmaster.pid, which the running server writes; null if it does not exist. */
export async function readPostmasterFile(data: string) {
  let text
  try {
    text = await readFile(join(data, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
  const [pid, , , port, socketFolder, address, , status] = text.split('\n')
  return {
    pid: Number(pid),
    port: Number(port),
    host: socketFolder || address || '',
    ready: status?.trim() === 'ready',
  }
}

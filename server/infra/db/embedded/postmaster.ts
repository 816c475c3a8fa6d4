import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { sendSignal, stopServer } from './orphans.ts'
import type { User } from './server-user.ts'
import { spawnAsUser } from './run.ts'

type Postmaster = AsyncDisposable & { host: string; port: number }

type StartOptions = {
  data: string
  log: string
  user: User | null
  binaries: Binaries
  durable: boolean
  maxConnections: number
  print: (text: string) => void
}

/** After a system crash, PostgreSQL replays its write-ahead log before it accepts connections. */
const startTimeoutMs = 60_000

/** Starts the server of a cluster and resolves when it accepts connections. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (error) {
      // Another process took the free port, or child processes of a killed server are still running.
      const isTransient = /could not create any TCP\/IP sockets|is still in use/.test(String(error))
      if (!isTransient || attempt === 50) throw error
      await wait(100)
    }
  }
}

async function startOnce({
  data,
  log,
  user,
  binaries,
  durable,
  maxConnections,
  print,
}: StartOptions): Promise<Postmaster> {
  await using logFile = await open(log, 'w', 0o600)
  const listenSettings = await chooseListenSettings(data)
  const settings = {
    ...listenSettings,
    ...baseSettings,
    ...(durable ? {} : nonDurableSettings),
    max_connections: maxConnections,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const stdio = ['ignore', logFile.fd, logFile.fd] as const
  const child = await spawnAsUser(binaries.postgres, ['-D', data, ...args], { user, cwd: data, stdio: [...stdio] })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  // Stops the server if this process exits without disposing of it.
  const stopOnExit = () => sendSignal(child.pid, 'SIGINT')
  process.once('exit', stopOnExit)
  child.once('exit', () => process.off('exit', stopOnExit))

  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const postmaster = await readPostmasterFile(data)
    if (postmaster?.ready && postmaster.pid === child.pid) {
      const reportExit = () =>
        print(`PostgreSQL exited unexpectedly (${child.signalCode ?? child.exitCode}). See ${log}`)
      child.once('exit', reportExit)
      return {
        ...postmaster,
        async [Symbol.asyncDispose]() {
          child.off('exit', reportExit)
          if (isRunning()) await stopServer(child.pid, isRunning)
        },
      }
    }
    if (!isRunning()) throw databaseOpenError(`PostgreSQL did not start: ${await lastLines(log)}`)
    if (performance.now() > deadline) {
      await stopServer(child.pid, isRunning)
      throw databaseOpenError(`PostgreSQL was not ready within ${startTimeoutMs / 1000} s: ${await lastLines(log)}`)
    }
    await wait(10)
  }
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
async function chooseListenSettings(data: string) {
  const isShort = Buffer.byteLength(join(data, '.s.PGSQL.5432.lock')) <= 100
  return isShort
    ? {
        listen_addresses: '',
        port: 5432,
        unix_socket_directories: `"${data.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
      }
    : { listen_addresses: '127.0.0.1', port: await freePort(), unix_socket_directories: '' }
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

async function lastLines(log: string) {
  return (await readFile(log, 'utf8')).trim().split('\n').slice(-5).join('\n') || 'no output'
}

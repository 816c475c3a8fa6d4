import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeRedis, openRedis } from '../infra/redis.ts'
import { silentLog } from '../infra/log.ts'

/** The Redis that tests share, with a prefix that nobody else has; or in words why there is none. */
export async function findTestRedis(): Promise<{ url: string; prefix: string } | { missing: string }> {
  const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
  try {
    await closeRedis(await openRedis('probe', { url, log: silentLog }))
    return { url, prefix: `test:${randomUUID()}:` }
  } catch {
    return { missing: `Redis does not answer at ${url.replace(/\/\/.*@/, '//')}` }
  }
}

/** A Redis of one test's own, to be killed, stopped in its tracks and started again. */
export type PrivateRedis = AsyncDisposable & {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** Reached by a socket in a folder of its own, or at a port of this machine where one is given. */
export async function startPrivateRedis(port?: number): Promise<PrivateRedis | { missing: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const socket = join(folder, 'redis.sock')
  const url = port === undefined ? socket : `redis://127.0.0.1:${port}`
  const listenArgs =
    port === undefined ? ['--port', '0', '--unixsocket', socket] : ['--port', `${port}`, '--bind', '127.0.0.1']
  let server: ChildProcess | undefined

  const start = async () => {
    server = spawn('redis-server', [...listenArgs, '--save', '', '--dir', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(server, 'spawn')
    for await (const text of server.stdout ?? []) if (String(text).includes('eady to accept connections')) break
  }
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill('SIGKILL')
    await exit
  }
  try {
    await start()
  } catch (error) {
    await rm(folder, { recursive: true })
    return { missing: `redis-server cannot be started: ${String(error)}` }
  }
  return {
    url,
    start,
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

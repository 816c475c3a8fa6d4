import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeRedis, openRedis } from '../infra/redis.ts'
import { silentLog } from '../infra/log.ts'

/** The Redis that the tests share, which the test runner starts or REDIS_URL names, with a prefix for one file. */
export async function findTestRedis(): Promise<{ url: string; prefix: string } | { missing: string }> {
  const { REDIS_URL: url } = process.env
  if (!url) return { missing: 'redis-server is not installed, and REDIS_URL is not set' }
  await closeRedis(await openRedis('probe', { url, log: silentLog }))
  return { url, prefix: `test:${randomUUID()}:` }
}

/** A Redis of its own for one test, which can kill, freeze and restart it. */
export type PrivateRedis = AsyncDisposable & {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** Listens on a Unix socket in a temporary directory, or on a port of this machine if one is given. */
export async function startPrivateRedis(port?: number): Promise<PrivateRedis | { missing: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'redis-'))
  const socket = join(dir, 'redis.sock')
  const url = port === undefined ? socket : `redis://127.0.0.1:${port}`
  const listenArgs =
    port === undefined ? ['--port', '0', '--unixsocket', socket] : ['--port', `${port}`, '--bind', '127.0.0.1']
  let server: ChildProcess | undefined

  const start = async () => {
    server = spawn('redis-server', [...listenArgs, '--save', '', '--dir', dir], {
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
    await rm(dir, { recursive: true })
    return { missing: `redis-server did not start: ${String(error)}.` }
  }
  return {
    url,
    start,
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openEmbeddedPostgres } from '../../server/infra/db/embedded/embedded-postgres.ts'

export const topologies = ['one process', 'three processes'] as const
export type Topology = (typeof topologies)[number]

/** The program as a user starts it, on a throw-away PostgreSQL; in three processes also on the Redis of `REDIS_URL`. */
export async function openTopology(topology: Topology): Promise<{ apiUrl: string } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'onair-bench-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  const { connection } = opening.use(await openEmbeddedPostgres({ dir, durable: false, print: () => {} }))
  const { host, port, user, password, database } = connection
  const DATABASE_URL = `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user, password }))}`
  const shared = {
    DATABASE_URL,
    SECRET_KEY: randomBytes(32).toString('base64'),
    INSPECTOR: 'on-demand',
    QUOTA_PER_APP: '0',
    QUOTA_PER_TOKEN: '0',
  }
  const start = async (env: Record<string, string>) => {
    const args = ['server/main.ts', 'serve', '--port', '0', '--json']
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], ...shared, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    opening.defer(async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return JSON.parse(line) as { baseUrl: string; socketUrl: string }
  }
  if (topology === 'one process') {
    const { baseUrl: apiUrl } = await start({})
    const opened = opening.move()
    return { apiUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  }
  const clusterEnv = {
    REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    REDIS_PREFIX: `bench:${randomBytes(6).toString('hex')}:`,
  }
  const { socketUrl } = await start({ ...clusterEnv, ROLES: 'gateway' })
  await start({ ...clusterEnv, ROLES: 'worker' })
  const { baseUrl: apiUrl } = await start({ ...clusterEnv, ROLES: 'api', SOCKET_URL: socketUrl })
  const opened = opening.move()
  return { apiUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openTemporaryPostgres } from '../shared/platform.ts'

export const topologies = ['one process', 'three processes'] as const
export type Topology = (typeof topologies)[number]

/** Starts a server on a temporary PostgreSQL; three processes of Onair also use the Redis of `REDIS_URL`. */
export async function openTopology(topology: Topology): Promise<{ apiUrl: string } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { databaseUrl } = opening.use(await openTemporaryPostgres())
  const shared = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    INSPECTOR: 'on-demand',
    QUOTA_PER_APP: '0',
    QUOTA_PER_TOKEN: '0',
  }
  const start = async (env: Record<string, string>) => {
    const args = ['packages/cli/main.ts', 'serve', '--port', '0', '--json']
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

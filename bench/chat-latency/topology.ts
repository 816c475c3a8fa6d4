import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openTemporaryPostgres } from '../shared/platform.ts'

export const topologies = ['one process', 'three processes'] as const
export type Topology = (typeof topologies)[number]

/** Starts a server on a temporary PostgreSQL; three processes of Onair also use the Redis of `TEST_REDIS_URL`. */
export async function openTopology(topology: Topology): Promise<{ apiUrl: string } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { databaseUrl } = opening.use(await openTemporaryPostgres())
  const shared = {
    ONAIR_DATABASE_URL: databaseUrl,
    ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
    ONAIR_INSPECTOR: 'on-demand',
    ONAIR_QUOTA_PER_APP: '0',
    ONAIR_QUOTA_PER_TOKEN: '0',
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
    ONAIR_REDIS_URL: process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    ONAIR_REDIS_PREFIX: `bench:${randomBytes(6).toString('hex')}:`,
  }
  const { socketUrl } = await start({ ...clusterEnv, ONAIR_ROLES: 'gateway' })
  await start({ ...clusterEnv, ONAIR_ROLES: 'worker' })
  const { baseUrl: apiUrl } = await start({ ...clusterEnv, ONAIR_ROLES: 'api', ONAIR_SOCKET_URL: socketUrl })
  const opened = opening.move()
  return { apiUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

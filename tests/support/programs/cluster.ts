import { randomBytes } from 'node:crypto'
import { memoryBus } from '@onair/server/infra/bus/memory-bus.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { openDb } from '@onair/server/infra/db/db.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { openTestDatabase, openDatabaseProxy } from './databases.ts'
import { startProgram } from './program.ts'
import { findTestRedis } from './redis.ts'
import { sendRequest } from '../clients/send-request.ts'
import { openTcpProxy } from './tcp-proxy.ts'

const redis = await findTestRedis()
/** Why tests that need several processes are skipped, or false. */
export const clusterUnavailable = 'missing' in redis ? redis.missing : false

export type CallResult = { status: number; content: any; message: string | null }
type CallOptions = { token?: string; client?: { clientId: string; clientSecret: string }; json?: unknown }

/**
 * Starts processes of the program that share a database and a Redis. Each process reaches them through its own proxies,
 * which the test can block.
 */
export async function openCluster({ schema = true }: { schema?: boolean } = {}) {
  if ('missing' in redis) throw new Error(redis.missing)
  const { prefix, url } = redis
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase({ schema }))
  const bus = opening.use(memoryBus({ log: silentLog }))
  const db = opening.use(openDb(connection, { bus, clock: systemClock(), log: silentLog, poolSize: 3 }))
  const secretKey = randomBytes(32)
  const opened = opening.move()

  return {
    db,
    connection,
    secretKey,
    /** Starts a process, of another version if its program is given, and waits until it is ready. */
    async start(roles: string, env: Record<string, string> = {}, otherProgram?: string) {
      const [databaseProxy, redisProxy] = [await openDatabaseProxy(connection), await openTcpProxy(redisEndpoint(url))]
      const program = startProgram(
        ['serve', '--port', env['ONAIR_PORT'] ?? '0', '--json'],
        {
          ONAIR_DATABASE_URL: databaseProxy.url,
          ONAIR_REDIS_URL: `redis://127.0.0.1:${redisProxy.port}`,
          ONAIR_REDIS_PREFIX: prefix,
          ONAIR_SECRET_KEY: secretKey.toString('base64'),
          ONAIR_QUOTA_PER_APP: '0',
          ONAIR_QUOTA_PER_TOKEN: '0',
          ...env,
          ONAIR_ROLES: roles,
        },
        undefined,
        otherProgram,
      )
      const close = async () => {
        for (const proxy of [databaseProxy, redisProxy]) {
          proxy.restore()
          proxy.thaw()
        }
        program.signal('SIGCONT')
        await program[Symbol.asyncDispose]()
        await databaseProxy[Symbol.asyncDispose]()
        await redisProxy[Symbol.asyncDispose]()
      }
      opened.defer(close)
      const { baseUrl, socketUrl } = await program.ready()
      return {
        ...program,
        toDatabase: databaseProxy,
        toRedis: redisProxy,
        socketUrl,
        ...apiCalls(baseUrl),
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
export type ClusterProcess = Awaited<ReturnType<Cluster['start']>>

/** Calls the API of a running program. */
export function apiCalls(baseUrl: string) {
  const call = async (method: string, path: string, { token, client, json }: CallOptions = {}): Promise<CallResult> => {
    const { status, text } = await sendRequest(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(client && { 'client-id': client.clientId, 'client-secret': client.clientSecret }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const { content, message } = JSON.parse(text) as CallResult
    return { status, content, message }
  }
  return {
    baseUrl,
    call,
    /** Calls a sandbox endpoint that must succeed, and returns the content. */
    async sandbox(method: string, path: string, json?: unknown): Promise<any> {
      const { status, content, message } = await call(method, `/sandbox/v1${path}`, { json })
      if (status !== 200) throw new Error(`${method} ${path} returned ${status} ${message}`)
      return content
    },
  }
}

function redisEndpoint(url: string) {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 6379) }
}

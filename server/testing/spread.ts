import { randomBytes } from 'node:crypto'
import { memoryBus } from '../world/bus/memory-bus.ts'
import { openDb } from '../world/db/db.ts'
import { silentLog } from '../world/log.ts'
import { openDatabase, openWayTo } from './databases.ts'
import { startProgram } from './program.ts'
import { redisForTests } from './redis.ts'
import { openWay } from './way.ts'

const redis = await redisForTests()
/** Why tests on several processes are skipped, or false. */
export const spreadMissing = 'missing' in redis ? redis.missing : false

export type Called = { status: number; content: any; message: string | null }
type Given = { token?: string; client?: { clientId: string; clientSecret: string }; json?: unknown }

/**
 * Roles as processes of their own, on a PostgreSQL and a Redis that they share. Every process reaches those by ways of its
 * own, which the test can block.
 */
export async function openSpread() {
  if ('missing' in redis) throw new Error(redis.missing)
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openDatabase())
  const bus = opening.use(memoryBus({ log: silentLog }))
  const db = opening.use(openDb(connection, { bus, log: silentLog, size: 3 }))
  const secretKey = randomBytes(32).toString('base64')
  const opened = opening.move()

  return {
    db,
    /** Starts a process. It is ready when this resolves. */
    async start(roles: string, env: Record<string, string> = {}) {
      const [toDatabase, toRedis] = [await openWayTo(connection), await openWay(redisEndpoint(redis.url))]
      const program = startProgram(['serve', '--port', '0', '--json'], {
        DATABASE_URL: toDatabase.url,
        REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
        REDIS_PREFIX: redis.prefix,
        SECRET_KEY: secretKey,
        QUOTA_PER_APP: '0',
        QUOTA_PER_TOKEN: '0',
        ...env,
        ROLES: roles,
      })
      const close = async () => {
        for (const way of [toDatabase, toRedis]) {
          way.restore()
          way.thaw()
        }
        program.signal('SIGCONT')
        await program[Symbol.asyncDispose]()
        await toDatabase[Symbol.asyncDispose]()
        await toRedis[Symbol.asyncDispose]()
      }
      opened.defer(close)
      const { baseUrl, socketUrl } = await program.ready()
      return { ...program, toDatabase, toRedis, socketUrl: String(socketUrl), ...callsTo(String(baseUrl)) }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export type Spread = Awaited<ReturnType<typeof openSpread>>
export type SpreadProcess = Awaited<ReturnType<Spread['start']>>

/** Calls of a running program, by its address. */
export function callsTo(baseUrl: string) {
  const call = async (method: string, path: string, { token, client, json }: Given = {}): Promise<Called> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(client && { 'client-id': client.clientId, 'client-secret': client.clientSecret }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const { content, message } = (await response.json()) as Called
    return { status: response.status, content, message }
  }
  return {
    baseUrl,
    call,
    /** Calls an operation of the sandbox that must succeed, and answers its content. */
    async play(method: string, path: string, json?: unknown): Promise<any> {
      const { status, content, message } = await call(method, `/sandbox/v1${path}`, { json })
      if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${message}`)
      return content
    },
  }
}

function redisEndpoint(url: string) {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 6379) }
}

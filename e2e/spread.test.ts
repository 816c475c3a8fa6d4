import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openDatabase, urlOf } from '../server/testing/databases.ts'
import { startProgram } from '../server/testing/program.ts'
import { redisForTests } from '../server/testing/redis.ts'
import { chatDay } from './scenarios/chat-day.ts'

const redis = await redisForTests()
const skip = 'missing' in redis && redis.missing

/** The three roles as processes of their own, on a PostgreSQL and a Redis that they share. */
async function openSpread() {
  if ('missing' in redis) throw new Error(redis.missing)
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openDatabase())
  const shared = {
    DATABASE_URL: urlOf(connection),
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const start = (ROLES: string, env = {}) =>
    opening.use(startProgram(['serve', '--port', '0', '--json'], { ...shared, ...env, ROLES }))
  const [gateway, worker] = [start('gateway'), start('worker')]
  const { socketUrl } = await gateway.ready()
  const api = await start('api', { SOCKET_URL: socketUrl }).ready()
  await worker.ready()
  const opened = opening.move()
  return {
    baseUrl: String(api.baseUrl),
    socketUrl: String(api.socketUrl),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test("a developer's day with chat, on a process for each role with PostgreSQL and Redis", { skip }, async () => {
  await using spread = await openSpread()
  assert.notEqual(spread.baseUrl, spread.socketUrl)
  await chatDay(spread.baseUrl)
})

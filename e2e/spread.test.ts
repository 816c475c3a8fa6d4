import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openDatabase, urlOf } from '../server/testing/databases.ts'
import { startProgram } from '../server/testing/program.ts'
import { redisForTests } from '../server/testing/redis.ts'
import { openViewer } from '../server/testing/viewer-client.ts'
import { visitor } from '../server/testing/visitor.ts'
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

test('what is said at one process reaches the viewers of another, who are counted there', { skip }, async () => {
  await using spread = await openSpread()
  const play = async (method: string, path: string, json?: object) => {
    const response = await fetch(`${spread.baseUrl}/sandbox/v1${path}`, {
      method,
      ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    })
    return ((await response.json()) as { content: any }).content
  }
  const { demo } = await play('GET', '')
  const [{ channelId, email, password }, { channelId: byChannelId }] = [demo.people[0], demo.people[4]]
  const streamer = visitor(spread.baseUrl)
  await streamer.signIn(email, password)
  await streamer.ask('POST', '/live', {})
  using guest = await openViewer(visitor(spread.baseUrl), channelId)
  using own = await openViewer(streamer, channelId)
  const told = async (client: typeof guest, name: string, fits: (payload: any) => boolean = () => true) => {
    for (;;) {
      const [event, payload] = await client.next()
      if (event === name && fits(payload)) return payload
    }
  }
  await told(guest, 'SHOWN', ({ live }) => live.viewers === 2)
  const { messageId, messageTime } = await play('POST', '/acts/chat', { channelId, byChannelId, message: '안녕' })
  for (const client of [guest, own]) assert.equal((await told(client, 'CHAT')).eventId, messageId)
  await streamer.ask('DELETE', `/channels/${channelId}/chat/${messageId}`)
  assert.deepEqual(await told(guest, 'HIDDEN'), { senderChannelId: byChannelId, messageTime })
  await streamer.ask('PATCH', '/live/setting', { defaultLiveTitle: '다른 제목' })
  await told(guest, 'SHOWN', ({ title }) => title === '다른 제목')
  await own.leave()
  await told(guest, 'SHOWN', ({ live }) => live.viewers === 1)
})

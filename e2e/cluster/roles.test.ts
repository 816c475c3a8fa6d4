import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openTestDatabase, connectionUrl } from '../../server/test/databases.ts'
import { startProgram } from '../../server/test/program.ts'
import { findTestRedis } from '../../server/test/redis.ts'
import { connectViewer } from '../../server/test/viewer-client.ts'
import { httpBrowser } from '../../server/test/http-browser.ts'
import { runChatScenario } from '../scenarios/chat-scenario.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis && redis.missing

/** The three roles as processes of their own, on a PostgreSQL and a Redis that they share. */
async function openCluster() {
  if ('missing' in redis) throw new Error(redis.missing)
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase())
  const shared = {
    DATABASE_URL: connectionUrl(connection),
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
  await using cluster = await openCluster()
  assert.notEqual(cluster.baseUrl, cluster.socketUrl)
  await runChatScenario(cluster.baseUrl)
})

test('what is said at one process reaches the viewers of another, who are counted there', { skip }, async () => {
  await using cluster = await openCluster()
  const sandbox = async (method: string, path: string, json?: object) => {
    const response = await fetch(`${cluster.baseUrl}/sandbox/v1${path}`, {
      method,
      ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    })
    return ((await response.json()) as { content: any }).content
  }
  const { demo } = await sandbox('GET', '')
  const [{ channelId, email, password }, { channelId: byChannelId }] = [demo.people[0], demo.people[4]]
  const streamer = httpBrowser(cluster.baseUrl)
  await streamer.signIn(email, password)
  await streamer.callConsole('POST', '/live', {})
  using anonymousClient = await connectViewer(httpBrowser(cluster.baseUrl), channelId)
  using streamerClient = await connectViewer(streamer, channelId)
  const waitForEvent = async (
    client: typeof anonymousClient,
    name: string,
    matches: (payload: any) => boolean = () => true,
  ) => {
    for (;;) {
      const [event, payload] = await client.next()
      if (event === name && matches(payload)) return payload
    }
  }
  await waitForEvent(anonymousClient, 'STATE', ({ live }) => live.viewers === 2)
  const { messageId, messageTime } = await sandbox('POST', '/acts/chat', { channelId, byChannelId, message: '안녕' })
  for (const client of [anonymousClient, streamerClient])
    assert.equal((await waitForEvent(client, 'CHAT')).eventId, messageId)
  await streamer.callConsole('DELETE', `/channels/${channelId}/chat/${messageId}`)
  assert.deepEqual(await waitForEvent(anonymousClient, 'HIDDEN'), { senderChannelId: byChannelId, messageTime })
  await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '다른 제목' })
  await waitForEvent(anonymousClient, 'STATE', ({ title }) => title === '다른 제목')
  await streamerClient.disconnect()
  await waitForEvent(anonymousClient, 'STATE', ({ live }) => live.viewers === 1)
})

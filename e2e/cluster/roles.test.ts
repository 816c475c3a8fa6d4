import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { openTestDatabase, connectionUrl } from '../../server/test/databases.ts'
import { startProgram } from '../../server/test/program.ts'
import { findTestRedis } from '../../server/test/redis.ts'
import { connectViewer } from '../../server/test/viewer-client.ts'
import { httpBrowser } from '../../server/test/http-browser.ts'
import { runChatScenario } from '../scenarios/chat-scenario.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis && redis.missing

type DemoPerson = { channelId: string; email: string; password: string }

/** Starts one process per role. They share a PostgreSQL and a Redis. */
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
    baseUrl: api.baseUrl,
    socketUrl: api.socketUrl,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('one process per role', { skip }, () => {
  let cluster: Awaited<ReturnType<typeof openCluster>>
  before(async () => {
    cluster = await openCluster()
  })
  after(() => cluster[Symbol.asyncDispose]())

  test('the chat scenario works', async () => {
    assert.notEqual(cluster.baseUrl, cluster.socketUrl)
    await runChatScenario(cluster.baseUrl)
  })

  test('viewers connected to the gateway are counted, and receive chat and changes from the API', async () => {
    const sandbox = async (method: string, path: string, json?: object) => {
      const response = await fetch(`${cluster.baseUrl}/sandbox/v1${path}`, {
        method,
        ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
      })
      return ((await response.json()) as { content: any }).content
    }
    const people: DemoPerson[] = (await sandbox('GET', '')).demo.people
    const [{ channelId, email, password }, { channelId: byChannelId }] = [people[0]!, people[4]!]
    const streamer = httpBrowser(cluster.baseUrl)
    await streamer.signIn(email, password)
    await streamer.callConsole('POST', '/live', {})
    using guestClient = await connectViewer(httpBrowser(cluster.baseUrl), channelId)
    using streamerClient = await connectViewer(streamer, channelId)
    const waitForEvent = async (
      client: typeof guestClient,
      name: string,
      matches: (payload: any) => boolean = () => true,
    ) => {
      // `next` throws after 20 s without an event.
      for (;;) {
        const [event, payload] = await client.next()
        if (event === name && matches(payload)) return payload
      }
    }
    await waitForEvent(guestClient, 'STATE', ({ live }) => live.viewers === 2)
    const { messageId, messageTime } = await sandbox('POST', '/acts/chat', { channelId, byChannelId, message: '안녕' })
    for (const client of [guestClient, streamerClient])
      assert.equal((await waitForEvent(client, 'CHAT')).eventId, messageId)
    await streamer.callConsole('DELETE', `/channels/${channelId}/chat/${messageId}`)
    assert.deepEqual(await waitForEvent(guestClient, 'HIDDEN'), { senderChannelId: byChannelId, messageTime })
    await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '다른 제목' })
    await waitForEvent(guestClient, 'STATE', ({ title }) => title === '다른 제목')
    await streamerClient.disconnect()
    await waitForEvent(guestClient, 'STATE', ({ live }) => live.viewers === 1)
  })
})

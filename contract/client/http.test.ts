import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import {
  authorization,
  category,
  channel,
  chat,
  drops,
  live,
  restriction,
  sandboxActs,
  sandboxPeople,
  session,
  user,
} from '@onair/contract'
import { portOf } from '../../server/testing/port.ts'
import { openStudio, type Studio } from '../../server/testing/studio.ts'
import { client, Refused, type Tokens } from './http.ts'

const asUser = ({ url, client: app, token, refreshToken }: Studio) => ({
  baseUrl: url,
  credentials: { ...app, accessToken: token, refreshToken },
})

/** The refusal that a call ends with. */
async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Refused, String(error))
  return error
}

test('an operation is called by what the contract says of it, and answers its content', async () => {
  await using studio = await openStudio({ app: { organizationId: 'games' } })
  const api = client(asUser(studio))
  const { channelId, channelName } = await api(user.me)
  assert.deepEqual([channelId, channelName], [studio.channelId, studio.channelName])

  const viewer = await studio.person()
  const { data } = await api(channel.channels, { query: { channelIds: [viewer, channelId] } })
  assert.deepEqual(
    data.map((one) => one.channelId),
    [viewer, channelId],
  )
  assert.equal((await api(category.searchCategories, { query: { query: '토크 & talk' } })).data.length, 0)
  assert.equal(await api(live.changeLiveSetting, { body: { tags: ['게임'] } }), null)
  assert.deepEqual((await api(live.readLiveSetting)).tags, ['게임'])
  assert.match((await api(chat.sendMessage, { body: { message: '안녕 👋' } })).messageId, /./)
  assert.equal((await api(restriction.listRestricted, { parameters: { size: 1 } })).data.length, 0)
  assert.deepEqual(await api(drops.rewardClaims, { query: { page: { size: 5 }, claimId: [viewer] } }), {
    data: [],
    page: { cursor: null },
  })
})

test('the sandbox is played by its operations in the same way', async () => {
  await using studio = await openStudio()
  const api = client({ baseUrl: `${studio.url}/` })
  const { channelId } = await api(sandboxPeople.makePerson, { body: { channelName: '시청자' } })
  await api(sandboxActs.follow, { body: { channelId: studio.channelId, byChannelId: channelId } })
  const followers = await client(asUser(studio))(channel.followers, { query: { page: 0, size: 1 } })
  assert.deepEqual(
    followers.data.map((one) => one.channelId),
    [channelId],
  )
})

test('a refusal carries its status, code, message and how long to wait', async () => {
  await using studio = await openStudio({ settings: { quotaPerToken: 2 } })
  const api = client({ baseUrl: studio.url, credentials: { ...studio.client, accessToken: studio.token } })
  const wrong = await refusalOf(api(chat.sendMessage, { body: { message: 'a'.repeat(101) } }))
  assert.deepEqual([wrong.status, wrong.code, wrong.reason], [400, 400, '잘못된 값을 입력했습니다.'])
  assert.equal(wrong.retryAfterSec, undefined)
  const { status } = await refusalOf(api(session.subscribeChat, { parameters: { sessionKey: 'nobody' } }))
  assert.equal(status, 404)
  const late = await refusalOf(api(user.me))
  assert.deepEqual([late.status, late.reason, late.retryAfterSec], [429, 'TOO_MANY_REQUESTS', 60])
  assert.equal(late.message, 'GET /open/v1/users/me: 429 TOO_MANY_REQUESTS')
})

test('an expired token is exchanged once, however many calls find it expired, and is kept', async () => {
  await using studio = await openStudio()
  const kept: Tokens[] = []
  const api = client({ ...asUser(studio), keepTokens: async (tokens) => void kept.push(tokens) })
  studio.clock.advance(86_400_000)
  const people = await Promise.all(Array.from({ length: 10 }, () => api(user.me)))
  assert.deepEqual([...new Set(people.map(({ channelId }) => channelId))], [studio.channelId])
  assert.equal(kept.length, 1)
  const next = client({ baseUrl: studio.url, credentials: { ...studio.client, ...kept[0] } })
  assert.equal((await next(user.me)).channelId, studio.channelId)
  studio.clock.advance(86_400_000)
  await api(user.me)
  assert.equal(kept.length, 2)
})

test('tokens that could not be kept are told of, and used all the same', async () => {
  await using studio = await openStudio()
  const full = new Error('the disk is full')
  let times = 0
  const api = client({
    ...asUser(studio),
    keepTokens: () => {
      times += 1
      if (times === 1) throw full
    },
  })
  studio.clock.advance(86_400_000)
  await assert.rejects(api(user.me), full)
  assert.equal((await api(user.me)).channelId, studio.channelId)
  studio.clock.advance(86_400_000)
  await api(user.me)
  assert.equal(times, 2)
})

test('a token that cannot be exchanged is refused as it is, and nothing is kept', async () => {
  await using studio = await openStudio()
  const kept: Tokens[] = []
  const api = client({ ...asUser(studio), keepTokens: (tokens) => void kept.push(tokens) })
  await client({ baseUrl: studio.url })(authorization.revoke, { body: { ...studio.client, token: studio.token } })
  for (const _ of [1, 2]) assert.equal((await refusalOf(api(user.me))).reason, 'INVALID_TOKEN')
  const alone = client({ baseUrl: studio.url, credentials: { accessToken: studio.token } })
  assert.equal((await refusalOf(alone(user.me))).reason, 'INVALID_TOKEN')
  assert.deepEqual(kept, [])
})

test('a call without the credentials that it needs is not sent', async () => {
  const api = client({ baseUrl: 'http://127.0.0.1:1' })
  await assert.rejects(api(user.me), new TypeError('GET /open/v1/users/me needs accessToken'))
  await assert.rejects(
    api(session.openClientSession),
    new TypeError('GET /open/v1/sessions/auth/client needs clientId and clientSecret'),
  )
})

test('what is no answer of the platform is a refusal too, and silence an error', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/silent/open/v1/users/me') return
    response.writeHead(502, { 'content-type': 'text/html', 'retry-after': '7' }).end('<h1>Bad Gateway</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${portOf(server)}`
  try {
    const credentials = { accessToken: 'x' }
    const refusal = await refusalOf(client({ baseUrl, credentials })(user.me))
    assert.deepEqual([refusal.status, refusal.code, refusal.retryAfterSec], [502, 0, 7])
    const silent = client({ baseUrl: `${baseUrl}/silent`, credentials, timeoutMs: 50 })
    await assert.rejects(silent(user.me), { name: 'TimeoutError' })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('credentials are not carried on to where a redirect leads', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(307, { location: `http://localhost:${portOf(server)}/elsewhere` }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const credentials = { clientId: 'an-app', clientSecret: 'a secret' }
  const api = client({ baseUrl: `http://127.0.0.1:${portOf(server)}`, credentials })
  await assert.rejects(api(session.openClientSession), TypeError)
  assert.deepEqual(asked, ['/open/v1/sessions/auth/client'])
  server.closeAllConnections()
  server.close()
})

test('what an operation does not ask for does not compile', () => {
  const api = client({ baseUrl: 'http://127.0.0.1:1' })
  const never = () => [
    // @ts-expect-error The message is missing.
    api(chat.sendMessage),
    // @ts-expect-error A number is no message.
    api(chat.sendMessage, { body: { message: 1 } }),
    // @ts-expect-error A user has no followers here.
    api(user.me).then(({ followers }) => followers),
  ]
  assert.equal(typeof never, 'function')
})

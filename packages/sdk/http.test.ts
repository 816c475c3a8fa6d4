import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import {
  sandboxApi,
  authorization,
  category,
  channel,
  chat,
  drops,
  live,
  restriction,
  session,
  user,
} from '@onair/contract'
import { portOf } from '../../tests/support/programs/port.ts'
import { openSandboxChannel } from '../../tests/support/apps/sandbox-app.ts'
import { openTestChannel, type TestChannel } from '../../tests/support/apps/test-channel.ts'
import { createClient, ApiError, type Tokens } from './http.ts'

const userOptions = ({ url, client: app, token, refreshToken }: TestChannel) => ({
  baseUrl: url,
  credentials: { ...app, accessToken: token, refreshToken },
})

/** Expects a call to fail with an ApiError. */
async function expectApiError(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error
}

describe('createClient', () => {
  test('calls an endpoint as its contract defines it and returns the content', async () => {
    await using testChannel = await openTestChannel({ app: { organizationId: 'games' } })
    const api = createClient(userOptions(testChannel))
    const { channelId, channelName } = await api(user.getMe)
    assert.deepEqual([channelId, channelName], [testChannel.channelId, testChannel.channelName])

    const viewer = await testChannel.createPerson()
    const { data } = await api(channel.listChannels, { query: { channelIds: [viewer, channelId] } })
    assert.deepEqual(
      data.map((entry) => entry.channelId),
      [viewer, channelId],
    )
    assert.equal((await api(category.searchCategories, { query: { query: '토크 & talk' } })).data.length, 0)
    assert.equal(await api(live.updateLiveSetting, { body: { tags: ['게임'] } }), null)
    assert.deepEqual((await api(live.getLiveSetting)).tags, ['게임'])
    assert.match((await api(chat.sendMessage, { body: { message: '안녕 👋' } })).messageId, /./)
    assert.equal((await api(restriction.listRestricted, { parameters: { size: 1 } })).data.length, 0)
    assert.deepEqual(await api(drops.listRewardClaims, { query: { page: { size: 5 }, claimId: [viewer] } }), {
      data: [],
      page: { cursor: null },
    })
  })

  test('calls endpoints of the sandbox', async () => {
    await using testChannel = await openSandboxChannel()
    const api = createClient({ baseUrl: `${testChannel.url}/` })
    const { channelId } = await api(sandboxApi.people.createPerson, { body: { channelName: '시청자' } })
    await api(sandboxApi.channels.follow, { body: { channelId: testChannel.channelId, byChannelId: channelId } })
    const followers = await createClient(userOptions(testChannel))(channel.listChannelFollowers, {
      query: { page: 0, size: 1 },
    })
    assert.deepEqual(
      followers.data.map((entry) => entry.channelId),
      [channelId],
    )
  })

  test('throws ApiError with status, code, message and Retry-After', async () => {
    await using testChannel = await openTestChannel({ settings: { quotaPerToken: 2 } })
    const api = createClient({
      baseUrl: testChannel.url,
      credentials: { ...testChannel.client, accessToken: testChannel.token },
      maxRetries: 0,
    })
    const wrong = await expectApiError(api(chat.sendMessage, { body: { message: 'a'.repeat(101) } }))
    assert.deepEqual([wrong.status, wrong.code, wrong.apiMessage], [400, 400, '잘못된 값을 입력했습니다.'])
    assert.equal(wrong.retryAfterSec, undefined)
    const { status } = await expectApiError(api(session.subscribeChat, { parameters: { sessionKey: 'unknown' } }))
    assert.equal(status, 404)
    const late = await expectApiError(api(user.getMe))
    assert.deepEqual([late.status, late.apiMessage, late.retryAfterSec], [429, 'TOO_MANY_REQUESTS', 60])
    assert.equal(late.message, 'GET /open/v1/users/me: 429 TOO_MANY_REQUESTS')
  })

  test('refreshes an expired token once for all waiting calls and passes it to saveTokens', async () => {
    await using testChannel = await openTestChannel()
    const kept: Tokens[] = []
    const api = createClient({ ...userOptions(testChannel), saveTokens: async (tokens) => void kept.push(tokens) })
    testChannel.clock.advance(86_400_000)
    const people = await Promise.all(Array.from({ length: 10 }, () => api(user.getMe)))
    assert.deepEqual([...new Set(people.map(({ channelId }) => channelId))], [testChannel.channelId])
    assert.equal(kept.length, 1)
    const next = createClient({ baseUrl: testChannel.url, credentials: { ...testChannel.client, ...kept[0] } })
    assert.equal((await next(user.getMe)).channelId, testChannel.channelId)
    testChannel.clock.advance(86_400_000)
    await api(user.getMe)
    assert.equal(kept.length, 2)
  })

  test('uses refreshed tokens even if saveTokens fails, and reports the failure', async () => {
    await using testChannel = await openTestChannel()
    const full = new Error('the disk is full')
    let times = 0
    const api = createClient({
      ...userOptions(testChannel),
      saveTokens: () => {
        times += 1
        if (times === 1) throw full
      },
    })
    testChannel.clock.advance(86_400_000)
    await assert.rejects(api(user.getMe), full)
    assert.equal((await api(user.getMe)).channelId, testChannel.channelId)
    testChannel.clock.advance(86_400_000)
    await api(user.getMe)
    assert.equal(times, 2)
  })

  test('throws the error of a failed refresh and does not call saveTokens', async () => {
    await using testChannel = await openTestChannel()
    const kept: Tokens[] = []
    const api = createClient({ ...userOptions(testChannel), saveTokens: (tokens) => void kept.push(tokens) })
    await createClient({ baseUrl: testChannel.url })(authorization.revokeToken, {
      body: { ...testChannel.client, token: testChannel.token },
    })
    for (const _ of [1, 2]) assert.equal((await expectApiError(api(user.getMe))).apiMessage, 'INVALID_TOKEN')
    const alone = createClient({ baseUrl: testChannel.url, credentials: { accessToken: testChannel.token } })
    assert.equal((await expectApiError(alone(user.getMe))).apiMessage, 'INVALID_TOKEN')
    assert.deepEqual(kept, [])
  })

  test('throws before sending if a credential is missing', async () => {
    const api = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await assert.rejects(
      api(user.getMe),
      new TypeError('GET /open/v1/users/me needs an access token. Pass credentials.accessToken to createClient.'),
    )
    await assert.rejects(
      api(session.openClientSession),
      new TypeError(
        'GET /open/v1/sessions/auth/client needs a client id and secret. Pass credentials.clientId and credentials.clientSecret to createClient.',
      ),
    )
  })

  test('throws ApiError for a response without envelope, and a timeout error without a response', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/silent/open/v1/users/me') return
      response.writeHead(502, { 'content-type': 'text/html', 'retry-after': '7' }).end('<h1>Bad Gateway</h1>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${portOf(server)}`
    try {
      const credentials = { accessToken: 'x' }
      const refusal = await expectApiError(createClient({ baseUrl, credentials })(user.getMe))
      assert.deepEqual([refusal.status, refusal.code, refusal.retryAfterSec], [502, 0, 7])
      const silent = createClient({ baseUrl: `${baseUrl}/silent`, credentials, timeoutMs: 50 })
      await assert.rejects(silent(user.getMe), { name: 'TimeoutError' })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('does not send credentials to the target of a redirect', async () => {
    const requestedPaths: string[] = []
    const server = createServer((request, response) => {
      requestedPaths.push(String(request.url))
      response.writeHead(307, { location: `http://localhost:${portOf(server)}/elsewhere` }).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const credentials = { clientId: 'an-app', clientSecret: 'a secret' }
    const api = createClient({ baseUrl: `http://127.0.0.1:${portOf(server)}`, credentials })
    await assert.rejects(api(session.openClientSession), TypeError)
    assert.deepEqual(requestedPaths, ['/open/v1/sessions/auth/client'])
    server.closeAllConnections()
    server.close()
  })

  test('rejects input that the endpoint does not define at compile time', () => {
    const api = createClient({ baseUrl: 'http://127.0.0.1:1' })
    const never = () => [
      // @ts-expect-error The message is missing.
      api(chat.sendMessage),
      // @ts-expect-error A message is not a number.
      api(chat.sendMessage, { body: { message: 1 } }),
      // @ts-expect-error The content has no followers.
      api(user.getMe).then(({ followers }) => followers),
    ]
    assert.equal(typeof never, 'function')
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, limits, scopes } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { dayMs } from '../auth/test-helpers.ts'
import { openSessionsTestApp } from './test-helpers.ts'

const systemEvent = (type: string, channelId: string) => ['SYSTEM', { type, data: { eventType: 'CHAT', channelId } }]
const ok = { code: 200, message: null, content: null }

test('subscribed is told before the first message, and each message once and in order', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await sessions.sendChat('too early')
  assert.deepEqual((await sessions.subscribe(session.sessionKey)).body, ok)
  const said = Array.from({ length: 50 }, (_, at) => `message ${at}`)
  for (const message of said) await sessions.sendChat(message)

  const [first, ...events] = await session.drain()
  assert.deepEqual(first, systemEvent('subscribed', sessions.channelId))
  assert.deepEqual(
    events.map(([event, { content }]) => [event, content]),
    said.map((message) => ['CHAT', message]),
  )
})

test('a chat event has exactly the documented fields and those that clients need besides', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  await session.next()
  const messageId = await sessions.sendChat('안녕하세요 👋🏽')
  const [event, chat] = await session.next()

  assert.equal(event, 'CHAT')
  assert.equal(Compile(chatEvent).Check(chat), true)
  assert.match(chat.chatChannelId, /^[0-9A-Za-z]{6}$/)
  assert.deepEqual(chat, {
    channelId: sessions.channelId,
    senderChannelId: sessions.channelId,
    chatChannelId: chat.chatChannelId,
    profile: {
      nickname: '방송인',
      badges: [{ imageUrl: `${sessions.url}/assets/badges/streamer.png` }],
      verifiedMark: false,
      userRoleCode: 'streamer',
    },
    userRoleCode: 'streamer',
    content: '안녕하세요 👋🏽',
    emojis: {},
    messageTime: Date.UTC(2026, 6, 18, 14, 32, 12),
    eventSentAt: '2026-07-18T23:32:12.000000000',
    eventId: messageId,
  })
})

test("what a viewer says is told with the viewer's name and no badge", async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  const viewer = await sessions.createOtherPerson()
  await sessions.sendChat('hi', viewer.channelId)
  await session.next()
  const [, chat] = await session.next()
  assert.deepEqual(
    [chat.channelId, chat.senderChannelId, chat.profile, chat.userRoleCode],
    [
      sessions.channelId,
      viewer.channelId,
      { nickname: '다른 사람', badges: [], verifiedMark: false, userRoleCode: 'common_user' },
      'common_user',
    ],
  )
})

test('unsubscribed is told after the last message, and nothing follows it', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  await sessions.sendChat('before')
  assert.deepEqual((await sessions.unsubscribe(session.sessionKey)).body, ok)
  await sessions.sendChat('after')
  const events = await session.drain()
  assert.deepEqual(
    events.map(([event, { type }]) => type ?? event),
    ['subscribed', 'CHAT', 'unsubscribed'],
  )
  assert.deepEqual(events.at(-1), systemEvent('unsubscribed', sessions.channelId))
})

test('what is not subscribed is unsubscribed without a word', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  assert.deepEqual((await sessions.unsubscribe(session.sessionKey)).body, ok)
  assert.deepEqual(await session.drain(), [])
})

test('subscribed twice is 200 both times, one message and one delivery', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  const answers = await Promise.all([1, 2, 3, 4].map(() => sessions.subscribe(session.sessionKey)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await sessions.sendChat('once')
  assert.deepEqual(
    (await session.drain()).map(([event]) => event),
    ['SYSTEM', 'CHAT'],
  )
})

test('sessionKey is read from the query, a JSON body and a form', async () => {
  await using sessions = await openSessionsTestApp()
  const { token } = sessions
  const path = '/open/v1/sessions/events/subscribe/chat'
  for (const given of ['query', 'json', 'form']) {
    const { sessionKey } = await sessions.connectUser()
    const { status } = await sessions.call('POST', given === 'query' ? `${path}?sessionKey=${sessionKey}` : path, {
      token,
      ...(given === 'json' && { json: { sessionKey } }),
      ...(given === 'form' && { form: { sessionKey } }),
    })
    assert.deepEqual([given, status], [given, 200])
  }
})

test('without a sessionKey, with an empty one, a number or two of them it is a wrong value', async () => {
  await using sessions = await openSessionsTestApp()
  const { token } = sessions
  const { sessionKey } = await sessions.connectUser()
  for (const act of ['subscribe', 'unsubscribe']) {
    const path = `/open/v1/sessions/events/${act}/chat`
    for (const [query, json] of [
      ['', undefined],
      ['', {}],
      ['', { sessionKey: 5 }],
      ['?sessionKey=', undefined],
      [`?sessionKey=${sessionKey}&sessionKey=${sessionKey}`, undefined],
    ] as const) {
      const { status, body } = await sessions.call('POST', `${path}${query}`, { token, json })
      assert.deepEqual([act, query, status, body.message], [act, query, 400, '잘못된 값을 입력했습니다.'])
    }
  }
})

test("an unknown session and another application's are not found", async () => {
  await using sessions = await openSessionsTestApp()
  const other = await sessions.sandbox('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
  const theirs = await sessions.connectClient(other)
  for (const sessionKey of ['nonsense', '00000000-0000-4000-8000-000000000000', theirs.sessionKey])
    for (const act of [sessions.subscribe, sessions.unsubscribe]) {
      const { status, body } = await act(sessionKey)
      assert.deepEqual([sessionKey, status, body.message], [sessionKey, 404, 'NOT_FOUND'])
    }
})

test("another user's token is forbidden on a user session", async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  const { token } = await sessions.createOtherPerson()
  assert.equal((await sessions.subscribe(session.sessionKey, token)).body.message, 'FORBIDDEN')
  assert.equal((await sessions.unsubscribe(session.sessionKey, token)).body.message, 'FORBIDDEN')
  assert.deepEqual(await session.drain(), [])
})

test('a session of the application hears the channels of all its users, each by their own token', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectClient()
  const another = await sessions.createOtherPerson()
  await sessions.subscribe(session.sessionKey)
  await sessions.subscribe(session.sessionKey, another.token)
  await sessions.sendChat('here')
  await sessions.call('POST', '/open/v1/chats/send', { token: another.token, json: { message: 'there' } })
  const heard = (await session.drain()).slice(2).map(([, { channelId, content }]) => [channelId, content])
  assert.deepEqual(heard, [
    [sessions.channelId, 'here'],
    [another.channelId, 'there'],
  ])
})

test('a session that is not yet connected, or no longer, is 400 with the reason', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await session.disconnect()
  await sessions.waitForDisconnect(session.sessionKey)
  await sessions.openUser()
  const { key } = await sessions.deps.db.read
    .selectFrom('session')
    .select('key')
    .where('connected_at', 'is', null)
    .executeTakeFirstOrThrow()
  for (const sessionKey of [session.sessionKey, key])
    for (const act of [sessions.subscribe, sessions.unsubscribe]) {
      const { status, body } = await act(sessionKey)
      assert.deepEqual([status, body.message], [400, 'session is not connected'])
    }
})

test('without the scope for chat the subscription is forbidden', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  const { accessToken } = await sessions.sandbox('POST', '/grants', {
    clientId: sessions.client.clientId,
    channelId: sessions.channelId,
    scopes: [scopes.donationRead],
  })
  assert.equal((await sessions.subscribe(session.sessionKey, accessToken)).body.message, 'FORBIDDEN')
})

test('of fifty people who subscribe one session at once exactly thirty do, twenty times over', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectClient()
  const tokens = await Promise.all(Array.from({ length: 50 }, async () => (await sessions.createOtherPerson()).token))
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(tokens.map((token) => sessions.subscribe(session.sessionKey, token)))
    const inside = tokens.filter((_, at) => answers[at]?.status === 200)
    assert.equal(inside.length, limits.subscriptionsPerSession)
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual([status, body.message], [400, 'session is full'])
    await Promise.all(inside.map((token) => sessions.unsubscribe(session.sessionKey, token)))
    const told = (await session.drain()).map(([, { type }]) => type)
    assert.deepEqual(Object.groupBy(told, String)['subscribed']?.length, limits.subscriptionsPerSession)
    assert.equal(told.length, 2 * limits.subscriptionsPerSession)
  }
})

test('a place that a subscription gave back is free at once', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectClient()
  const tokens = await Promise.all(Array.from({ length: 31 }, async () => (await sessions.createOtherPerson()).token))
  const [inside = '', outside = ''] = [tokens[0], tokens[30]]
  for (const token of tokens.slice(0, 30)) await sessions.subscribe(session.sessionKey, token)
  assert.equal((await sessions.subscribe(session.sessionKey, outside)).body.message, 'session is full')
  await sessions.unsubscribe(session.sessionKey, inside)
  assert.equal((await sessions.subscribe(session.sessionKey, outside)).status, 200)
})

test('an application of the observed wire profile hears every payload as a JSON string', async () => {
  await using sessions = await openSessionsTestApp({ wireProfile: 'observed' })
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  await sessions.sendChat('안녕 👋')
  const [subscribed, chat] = await session.drain()
  assert.deepEqual(JSON.parse(subscribed?.[1]), {
    type: 'subscribed',
    data: { eventType: 'CHAT', channelId: sessions.channelId },
  })
  assert.equal(typeof chat?.[1], 'string')
  assert.equal(JSON.parse(chat?.[1]).content, '안녕 👋')
})

test('withdrawn consent is told as revoked, and no message follows it', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  await session.next()
  const { clientId } = sessions.client
  const talking = Promise.all(Array.from({ length: 20 }, (_, at) => sessions.sendChat(`while ${at}`)))
  await sessions.sandbox('DELETE', '/grants', { clientId, channelId: sessions.channelId })
  await talking
  for (;;) {
    const heard = await session.next()
    if (heard[0] === 'CHAT') continue
    assert.deepEqual(heard, systemEvent('revoked', sessions.channelId))
    break
  }
  await sessions.sendChat('after')
  assert.deepEqual(await session.drain(), [])
})

test('a token revoked ends the subscriptions that stand on its grant, and only those', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectClient()
  const another = await sessions.createOtherPerson()
  await sessions.subscribe(session.sessionKey)
  await sessions.subscribe(session.sessionKey, another.token)
  await session.drain()
  await sessions.call('POST', '/auth/v1/token/revoke', { json: { ...sessions.client, token: another.token } })
  assert.deepEqual(await session.next(), systemEvent('revoked', another.channelId))
  await sessions.sendChat('still here')
  assert.deepEqual(
    (await session.drain()).map(([, { content }]) => content),
    ['still here'],
  )
})

test('a grant that loses the scope for chat is told as revoked, one that loses another scope is not', async () => {
  await using sessions = await openSessionsTestApp()
  const { channelId, client } = sessions
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  await session.next()
  const narrowGrant = (...kept: string[]) =>
    sessions.sandbox('POST', '/grants', { clientId: client.clientId, channelId, scopes: kept })
  await narrowGrant(scopes.chatRead, scopes.user)
  await sessions.sendChat('kept')
  assert.deepEqual(
    (await session.drain()).map(([, { content }]) => content),
    ['kept'],
  )
  await narrowGrant(scopes.user)
  assert.deepEqual(await session.next(), systemEvent('revoked', channelId))
  await sessions.sendChat('lost')
  assert.deepEqual(await session.drain(), [])
})

test('a subscription outlives the access token that made it', async () => {
  await using sessions = await openSessionsTestApp()
  const session = await sessions.connectUser()
  await sessions.subscribe(session.sessionKey)
  await session.next()
  sessions.clock.setOffsetMs(2 * dayMs)
  assert.equal((await sessions.subscribe(session.sessionKey)).body.message, 'INVALID_TOKEN')
  await sessions.sendChat('still')
  assert.deepEqual(
    (await session.drain()).map(([, { content }]) => content),
    ['still'],
  )
})

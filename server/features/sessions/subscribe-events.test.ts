import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, limits, scopes } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { dayMs } from '../auth/testing.ts'
import { openSessions } from './testing.ts'

const system = (type: string, channelId: string) => ['SYSTEM', { type, data: { eventType: 'CHAT', channelId } }]
const ok = { code: 200, message: null, content: null }

test('subscribed is told before the first message, and each message once and in order', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await sessions.say('too early')
  assert.deepEqual((await sessions.subscribe(guest.sessionKey)).body, ok)
  const said = Array.from({ length: 50 }, (_, at) => `message ${at}`)
  for (const message of said) await sessions.say(message)

  const [first, ...events] = await guest.soFar()
  assert.deepEqual(first, system('subscribed', sessions.channelId))
  assert.deepEqual(
    events.map(([event, { content }]) => [event, content]),
    said.map((message) => ['CHAT', message]),
  )
})

test('a chat event has exactly the documented fields and those that clients need besides', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  await guest.next()
  const messageId = await sessions.say('안녕하세요 👋🏽')
  const [event, chat] = await guest.next()

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
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  const viewer = await sessions.another()
  await sessions.say('hi', viewer.channelId)
  await guest.next()
  const [, chat] = await guest.next()
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
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  await sessions.say('before')
  assert.deepEqual((await sessions.unsubscribe(guest.sessionKey)).body, ok)
  await sessions.say('after')
  const events = await guest.soFar()
  assert.deepEqual(
    events.map(([event, { type }]) => type ?? event),
    ['subscribed', 'CHAT', 'unsubscribed'],
  )
  assert.deepEqual(events.at(-1), system('unsubscribed', sessions.channelId))
})

test('what is not subscribed is unsubscribed without a word', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  assert.deepEqual((await sessions.unsubscribe(guest.sessionKey)).body, ok)
  assert.deepEqual(await guest.soFar(), [])
})

test('subscribed twice is 200 both times, one message and one delivery', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  const answers = await Promise.all([1, 2, 3, 4].map(() => sessions.subscribe(guest.sessionKey)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await sessions.say('once')
  assert.deepEqual(
    (await guest.soFar()).map(([event]) => event),
    ['SYSTEM', 'CHAT'],
  )
})

test('sessionKey is read from the query, a JSON body and a form', async () => {
  await using sessions = await openSessions()
  const { token } = sessions
  const path = '/open/v1/sessions/events/subscribe/chat'
  for (const given of ['query', 'json', 'form']) {
    const { sessionKey } = await sessions.enterUser()
    const { status } = await sessions.call('POST', given === 'query' ? `${path}?sessionKey=${sessionKey}` : path, {
      token,
      ...(given === 'json' && { json: { sessionKey } }),
      ...(given === 'form' && { form: { sessionKey } }),
    })
    assert.deepEqual([given, status], [given, 200])
  }
})

test('without a sessionKey, with an empty one, a number or two of them it is a wrong value', async () => {
  await using sessions = await openSessions()
  const { token } = sessions
  const { sessionKey } = await sessions.enterUser()
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
  await using sessions = await openSessions()
  const other = await sessions.play('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
  const theirs = await sessions.enterClient(other)
  for (const sessionKey of ['nonsense', '00000000-0000-4000-8000-000000000000', theirs.sessionKey])
    for (const act of [sessions.subscribe, sessions.unsubscribe]) {
      const { status, body } = await act(sessionKey)
      assert.deepEqual([sessionKey, status, body.message], [sessionKey, 404, 'NOT_FOUND'])
    }
})

test("another user's token is forbidden on a user session", async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  const { token } = await sessions.another()
  assert.equal((await sessions.subscribe(guest.sessionKey, token)).body.message, 'FORBIDDEN')
  assert.equal((await sessions.unsubscribe(guest.sessionKey, token)).body.message, 'FORBIDDEN')
  assert.deepEqual(await guest.soFar(), [])
})

test('a session of the application hears the channels of all its users, each by their own token', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterClient()
  const another = await sessions.another()
  await sessions.subscribe(guest.sessionKey)
  await sessions.subscribe(guest.sessionKey, another.token)
  await sessions.say('here')
  await sessions.call('POST', '/open/v1/chats/send', { token: another.token, json: { message: 'there' } })
  const heard = (await guest.soFar()).slice(2).map(([, { channelId, content }]) => [channelId, content])
  assert.deepEqual(heard, [
    [sessions.channelId, 'here'],
    [another.channelId, 'there'],
  ])
})

test('a session that is not yet connected, or no longer, is 400 with the reason', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await guest.leave()
  await sessions.disconnected(guest.sessionKey)
  await sessions.openUser()
  const { key } = await sessions.world.db.read
    .selectFrom('session')
    .select('key')
    .where('connected_at', 'is', null)
    .executeTakeFirstOrThrow()
  for (const sessionKey of [guest.sessionKey, key])
    for (const act of [sessions.subscribe, sessions.unsubscribe]) {
      const { status, body } = await act(sessionKey)
      assert.deepEqual([status, body.message], [400, 'session is not connected'])
    }
})

test('without the scope for chat the subscription is forbidden', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  const { accessToken } = await sessions.play('POST', '/grants', {
    clientId: sessions.client.clientId,
    channelId: sessions.channelId,
    scopes: [scopes.donationRead],
  })
  assert.equal((await sessions.subscribe(guest.sessionKey, accessToken)).body.message, 'FORBIDDEN')
})

test('of fifty people who subscribe one session at once exactly thirty do, twenty times over', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterClient()
  const tokens = await Promise.all(Array.from({ length: 50 }, async () => (await sessions.another()).token))
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(tokens.map((token) => sessions.subscribe(guest.sessionKey, token)))
    const inside = tokens.filter((_, at) => answers[at]?.status === 200)
    assert.equal(inside.length, limits.subscriptionsPerSession)
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual([status, body.message], [400, 'session is full'])
    await Promise.all(inside.map((token) => sessions.unsubscribe(guest.sessionKey, token)))
    const told = (await guest.soFar()).map(([, { type }]) => type)
    assert.deepEqual(Object.groupBy(told, String)['subscribed']?.length, limits.subscriptionsPerSession)
    assert.equal(told.length, 2 * limits.subscriptionsPerSession)
  }
})

test('a place that a subscription gave back is free at once', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterClient()
  const tokens = await Promise.all(Array.from({ length: 31 }, async () => (await sessions.another()).token))
  const [inside = '', outside = ''] = [tokens[0], tokens[30]]
  for (const token of tokens.slice(0, 30)) await sessions.subscribe(guest.sessionKey, token)
  assert.equal((await sessions.subscribe(guest.sessionKey, outside)).body.message, 'session is full')
  await sessions.unsubscribe(guest.sessionKey, inside)
  assert.equal((await sessions.subscribe(guest.sessionKey, outside)).status, 200)
})

test('an application of the observed wire profile hears every payload as a JSON string', async () => {
  await using sessions = await openSessions({ wireProfile: 'observed' })
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  await sessions.say('안녕 👋')
  const [subscribed, chat] = await guest.soFar()
  assert.deepEqual(JSON.parse(subscribed?.[1]), {
    type: 'subscribed',
    data: { eventType: 'CHAT', channelId: sessions.channelId },
  })
  assert.equal(typeof chat?.[1], 'string')
  assert.equal(JSON.parse(chat?.[1]).content, '안녕 👋')
})

test('withdrawn consent is told as revoked, and no message follows it', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  await guest.next()
  const { clientId } = sessions.client
  const talking = Promise.all(Array.from({ length: 20 }, (_, at) => sessions.say(`while ${at}`)))
  await sessions.play('DELETE', '/grants', { clientId, channelId: sessions.channelId })
  await talking
  for (;;) {
    const heard = await guest.next()
    if (heard[0] === 'CHAT') continue
    assert.deepEqual(heard, system('revoked', sessions.channelId))
    break
  }
  await sessions.say('after')
  assert.deepEqual(await guest.soFar(), [])
})

test('a token revoked ends the subscriptions that stand on its grant, and only those', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterClient()
  const another = await sessions.another()
  await sessions.subscribe(guest.sessionKey)
  await sessions.subscribe(guest.sessionKey, another.token)
  await guest.soFar()
  await sessions.call('POST', '/auth/v1/token/revoke', { json: { ...sessions.client, token: another.token } })
  assert.deepEqual(await guest.next(), system('revoked', another.channelId))
  await sessions.say('still here')
  assert.deepEqual(
    (await guest.soFar()).map(([, { content }]) => content),
    ['still here'],
  )
})

test('a grant that loses the scope for chat is told as revoked, one that loses another scope is not', async () => {
  await using sessions = await openSessions()
  const { channelId, client } = sessions
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  await guest.next()
  const narrow = (...kept: string[]) =>
    sessions.play('POST', '/grants', { clientId: client.clientId, channelId, scopes: kept })
  await narrow(scopes.chatRead, scopes.user)
  await sessions.say('kept')
  assert.deepEqual(
    (await guest.soFar()).map(([, { content }]) => content),
    ['kept'],
  )
  await narrow(scopes.user)
  assert.deepEqual(await guest.next(), system('revoked', channelId))
  await sessions.say('lost')
  assert.deepEqual(await guest.soFar(), [])
})

test('a subscription outlives the access token that made it', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  await sessions.subscribe(guest.sessionKey)
  await guest.next()
  sessions.clock.moveTo(2 * dayMs)
  assert.equal((await sessions.subscribe(guest.sessionKey)).body.message, 'INVALID_TOKEN')
  await sessions.say('still')
  assert.deepEqual(
    (await guest.soFar()).map(([, { content }]) => content),
    ['still'],
  )
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chatEvent, limits, scopes } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { dayMs } from '../auth/test-helpers.ts'
import { openSessionsTestApp } from './test-helpers.ts'

const systemEvent = (type: string, channelId: string) => ['SYSTEM', { type, data: { eventType: 'CHAT', channelId } }]
const ok = { code: 200, message: null, content: null }

describe('Subscribe and unsubscribe', () => {
  // Gap 44.
  test('subscribed arrives before the first message; messages arrive once, in order', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    await sessions.sendChat('too early')
    assert.deepEqual((await sessions.subscribe(session.sessionKey)).body, ok)
    const sent = Array.from({ length: 50 }, (_, at) => `message ${at}`)
    for (const message of sent) await sessions.sendChat(message)

    const [first, ...events] = await session.drain()
    assert.deepEqual(first, systemEvent('subscribed', sessions.channelId))
    assert.deepEqual(
      events.map(([event, { content }]) => [event, content]),
      sent.map((message) => ['CHAT', message]),
    )
  })

  // Gap 7, gap 27.
  test('a chat event has exactly the documented fields and the additional ones that clients need', async () => {
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

  test("a viewer's chat event has the viewer's name and no badge", async () => {
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

  test('unsubscribed arrives after the last message, and nothing follows it', async () => {
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

  test('unsubscribing without a subscription succeeds and sends no message', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    assert.deepEqual((await sessions.unsubscribe(session.sessionKey)).body, ok)
    assert.deepEqual(await session.drain(), [])
  })

  // Gap 3.
  test('repeated subscribes return 200, with one subscribed message and one delivery', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    const responses = await Promise.all([1, 2, 3, 4].map(() => sessions.subscribe(session.sessionKey)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    await sessions.sendChat('once')
    assert.deepEqual(
      (await session.drain()).map(([event]) => event),
      ['SYSTEM', 'CHAT'],
    )
  })

  // Gap 33.
  test('reads sessionKey from the query, a JSON body or a form', async () => {
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
      assert.equal(status, 200, given)
    }
  })

  test('returns 400 for a missing, empty, numeric or repeated sessionKey', async () => {
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
        assert.equal(status, 400, `${act} ${query}`)
        assert.equal(body.message, '잘못된 값을 입력했습니다.', `${act} ${query}`)
      }
    }
  })

  test('returns 404 for an unknown session and for one of another application', async () => {
    await using sessions = await openSessionsTestApp()
    const other = await sessions.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    const theirs = await sessions.connectClient(other)
    for (const sessionKey of ['nonsense', '00000000-0000-4000-8000-000000000000', theirs.sessionKey])
      for (const act of [sessions.subscribe, sessions.unsubscribe]) {
        const { status, body } = await act(sessionKey)
        assert.equal(status, 404, sessionKey)
        assert.equal(body.message, 'NOT_FOUND', sessionKey)
      }
  })

  test('returns 403 for a user session with the token of another user', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    const { token } = await sessions.createOtherPerson()
    assert.equal((await sessions.subscribe(session.sessionKey, token)).body.message, 'FORBIDDEN')
    assert.equal((await sessions.unsubscribe(session.sessionKey, token)).body.message, 'FORBIDDEN')
    assert.deepEqual(await session.drain(), [])
  })

  // Gap 34.
  test('an application session receives the channels of all users who subscribed it', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectClient()
    const another = await sessions.createOtherPerson()
    await sessions.subscribe(session.sessionKey)
    await sessions.subscribe(session.sessionKey, another.token)
    await sessions.sendChat('here')
    await sessions.call('POST', '/open/v1/chats/send', { token: another.token, json: { message: 'there' } })
    const received = (await session.drain()).slice(2).map(([, { channelId, content }]) => [channelId, content])
    assert.deepEqual(received, [
      [sessions.channelId, 'here'],
      [another.channelId, 'there'],
    ])
  })

  test('returns 400 for a session that is not connected', async () => {
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
        assert.equal(status, 400)
        assert.equal(body.message, '잘못된 값을 입력했습니다.')
      }
  })

  test('returns 403 without the chat scope', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    const { accessToken } = await sessions.act('createGrant', {
      clientId: sessions.client.clientId,
      channelId: sessions.channelId,
      scopes: [scopes.donationRead],
    })
    assert.equal((await sessions.subscribe(session.sessionKey, accessToken)).body.message, 'FORBIDDEN')
  })

  // Gap 35.
  test('of fifty simultaneous subscribes to one session exactly thirty succeed, in twenty rounds', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectClient()
    const tokens = await Promise.all(Array.from({ length: 50 }, async () => (await sessions.createOtherPerson()).token))
    for (let round = 0; round < 20; round++) {
      const responses = await Promise.all(tokens.map((token) => sessions.subscribe(session.sessionKey, token)))
      const subscribed = tokens.filter((_, at) => responses[at]?.status === 200)
      assert.equal(subscribed.length, limits.subscriptionsPerSession)
      for (const { status, body } of responses)
        if (status !== 200) assert.deepEqual([status, body.message], [400, 'session is full'])
      await Promise.all(subscribed.map((token) => sessions.unsubscribe(session.sessionKey, token)))
      const received = (await session.drain()).map(([, { type }]) => type)
      assert.deepEqual(Object.groupBy(received, String)['subscribed']?.length, limits.subscriptionsPerSession)
      assert.equal(received.length, 2 * limits.subscriptionsPerSession)
      // A client may send 20 packets at once, and 2 per second: `drain` and the heartbeat send some.
      sessions.clock.advance(1_000)
    }
  })

  test('unsubscribing frees a subscription slot immediately', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectClient()
    const tokens = await Promise.all(Array.from({ length: 31 }, async () => (await sessions.createOtherPerson()).token))
    const [subscribed = '', rejected = ''] = [tokens[0], tokens[30]]
    for (const token of tokens.slice(0, 30)) await sessions.subscribe(session.sessionKey, token)
    assert.equal((await sessions.subscribe(session.sessionKey, rejected)).body.message, 'session is full')
    await sessions.unsubscribe(session.sessionKey, subscribed)
    assert.equal((await sessions.subscribe(session.sessionKey, rejected)).status, 200)
  })

  // Gap 1.
  test('in the observed wire profile every payload is a JSON string', async () => {
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

  test('revoked arrives when consent is withdrawn, and no message follows it', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    await sessions.subscribe(session.sessionKey)
    await session.next()
    const { clientId } = sessions.client
    const sending = Promise.all(Array.from({ length: 20 }, (_, at) => sessions.sendChat(`while ${at}`)))
    await sessions.act('withdrawGrant', { clientId, channelId: sessions.channelId })
    await sending
    let received = await session.next()
    while (received[0] === 'CHAT') received = await session.next()
    assert.deepEqual(received, systemEvent('revoked', sessions.channelId))
    await sessions.sendChat('after')
    assert.deepEqual(await session.drain(), [])
  })

  // Gap 13.
  test('revoking a token ends the subscriptions of its grant only', async () => {
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

  test('revoked arrives when the grant loses the chat scope, not when it loses another', async () => {
    await using sessions = await openSessionsTestApp()
    const { channelId, client } = sessions
    const session = await sessions.connectUser()
    await sessions.subscribe(session.sessionKey)
    await session.next()
    const narrowGrant = (...kept: string[]) =>
      sessions.act('createGrant', { clientId: client.clientId, channelId, scopes: kept })
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

  // Gap 38.
  test('a subscription continues after its access token has expired', async () => {
    await using sessions = await openSessionsTestApp()
    const session = await sessions.connectUser()
    await sessions.subscribe(session.sessionKey)
    await session.next()
    sessions.clock.setSystemOffsetMs(2 * dayMs)
    assert.equal((await sessions.subscribe(session.sessionKey)).body.message, 'INVALID_TOKEN')
    await sessions.sendChat('still')
    assert.deepEqual(
      (await session.drain()).map(([, { content }]) => content),
      ['still'],
    )
  })
})

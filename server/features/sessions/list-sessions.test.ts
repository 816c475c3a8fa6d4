import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { notFound, openTestChannel, statusAndMessage, invalidValue, type TestChannel } from '../../test/test-channel.ts'
import { connect } from '../../test/session-client.ts'

const dayMs = 86_400_000
const listUserSessions = async (testChannel: TestChannel, query = '') =>
  (await testChannel.call('GET', `/open/v1/sessions${query}`, { token: testChannel.token })).body.content
const listClientSessions = async (testChannel: TestChannel, query = '') =>
  (await testChannel.call('GET', `/open/v1/sessions/client${query}`, { client: testChannel.client })).body.content

const sessionKeysIn = ({ data }: { data: { sessionKey: string }[] }) => data.map(({ sessionKey }) => sessionKey)

/** Cuts a session, and waits until its end is written down. */
async function disconnectSession(
  testChannel: TestChannel,
  sessionClient: { sessionKey: string; readUntilClose(): Promise<unknown> },
) {
  await testChannel.sandbox('POST', `/sessions/${sessionClient.sessionKey}/disconnect`)
  await sessionClient.readUntilClose()
  const createSession = testChannel.deps.db.read.selectFrom('session').where('key', '=', sessionClient.sessionKey)
  while (await createSession.where('disconnected_at', 'is', null).select('key').executeTakeFirst());
}

test('a session is listed with its dates and events, newest first; an unused URL is not', async () => {
  await using studio = await openTestChannel()
  const first = await studio.connectAndSubscribe('chat')
  studio.clock.advance(61_000)
  const second = await studio.connectAndSubscribe('subscription')
  await studio.call('POST', `/open/v1/sessions/events/subscribe/donation?sessionKey=${second.sessionKey}`, {
    token: studio.token,
  })
  await studio.call('GET', '/open/v1/sessions/auth', { token: studio.token })
  studio.clock.advance(2_000)
  await disconnectSession(studio, first)

  const content = await listUserSessions(studio)
  assert.deepEqual(Compile(session.listUserSessions.content).Errors(content), [])
  const { channelId } = studio
  assert.deepEqual(content, {
    page: 0,
    totalCount: 2,
    totalPages: 1,
    data: [
      {
        sessionKey: second.sessionKey,
        connectedDate: '2026-07-18 23:33:13',
        subscribedEvents: [
          { eventType: 'DONATION', channelId },
          { eventType: 'SUBSCRIPTION', channelId },
        ],
      },
      {
        sessionKey: first.sessionKey,
        connectedDate: '2026-07-18 23:32:12',
        disconnectedDate: '2026-07-18 23:33:15',
        subscribedEvents: [{ eventType: 'CHAT', channelId }],
      },
    ],
  })
  assert.deepEqual(await listUserSessions(studio, '/user'), content)
})

test('the sessions of the application and of its users are two lists, and other applications see neither', async () => {
  await using studio = await openTestChannel()
  const ofUser = await studio.connectAndSubscribe('chat')
  const { body } = await studio.call('GET', '/open/v1/sessions/auth/client', { client: studio.client })
  using ofClient = await connect(body.content.url)
  assert.deepEqual(sessionKeysIn(await listUserSessions(studio)), [ofUser.sessionKey])
  assert.deepEqual(sessionKeysIn(await listClientSessions(studio)), [ofClient.sessionKey])

  const client = await studio.sandbox('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/callback' })
  const { channelId } = studio
  const { accessToken } = await studio.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
  for (const answer of [
    await studio.call('GET', '/open/v1/sessions', { token: accessToken }),
    await studio.call('GET', '/open/v1/sessions/client', { client }),
    await studio.call('GET', '/open/v1/sessions', { token: await studio.grantToken(await studio.person()) }),
  ])
    assert.deepEqual(answer.body.content, { page: 0, totalCount: 0, totalPages: 0, data: [] })
})

test('pages hold as many as asked for, and count all', async () => {
  await using studio = await openTestChannel()
  const keys: string[] = []
  for (let at = 0; at < 3; at++) {
    keys.unshift((await studio.connectAndSubscribe('chat')).sessionKey)
    studio.clock.advance(1_000)
  }
  for (const [query, shown, page, totalPages] of [
    ['?size=2', keys.slice(0, 2), 0, 2],
    ['?size=2&page=1', keys.slice(2), 1, 2],
    ['?size=2&page=2', [], 2, 2],
    ['?size=50&page=0', keys, 0, 1],
  ] as const) {
    const content = await listUserSessions(studio, query)
    const listed = sessionKeysIn(content)
    assert.deepEqual([listed, content.page, content.totalPages, content.totalCount], [shown, page, totalPages, 3])
  }
})

test('sizes and pages that no list has are wrong values', async () => {
  await using studio = await openTestChannel()
  for (const query of ['size=0', 'size=51', 'size=x', 'page=-1', 'page=x', 'page=1.5', 'page=9999999', 'page=']) {
    const { token, client } = studio
    assert.deepEqual(
      statusAndMessage(await studio.call('GET', `/open/v1/sessions?${query}`, { token })),
      invalidValue,
      query,
    )
    assert.deepEqual(
      statusAndMessage(await studio.call('GET', `/open/v1/sessions/client?${query}`, { client })),
      invalidValue,
    )
  }
})

test('a session that ended stays listed for ninety days, to the millisecond', async () => {
  await using studio = await openTestChannel()
  await disconnectSession(studio, await studio.connectAndSubscribe('chat'))
  studio.clock.setOffsetMs(90 * dayMs - 1)
  const client = studio.deps.db.read.selectFrom('session').select('key')
  const countSessions = async () =>
    (await studio.call('GET', '/open/v1/sessions', { token: await studio.grantToken(studio.channelId) })).body.content
      .totalCount
  assert.equal(await countSessions(), 1)
  studio.clock.setOffsetMs(90 * dayMs)
  assert.equal(await countSessions(), 0)
  assert.equal((await client.execute()).length, 1)
})

test('a session that is cut says goodbye and keeps its place in nothing', async () => {
  await using studio = await openTestChannel()
  const clients = [
    await studio.connectAndSubscribe('chat'),
    await studio.connectAndSubscribe('chat'),
    await studio.connectAndSubscribe('chat'),
  ] as const
  const open = () => studio.call('GET', '/open/v1/sessions/auth', { token: studio.token })
  assert.equal((await open()).status, 400)
  await disconnectSession(studio, clients[1])
  await studio.sandbox('POST', `/sessions/${clients[1].sessionKey}/disconnect`)
  assert.equal((await open()).status, 200)
})

test('an unknown session cannot be cut', async () => {
  await using studio = await openTestChannel()
  for (const key of [crypto.randomUUID(), 'nothing']) {
    const { status, body } = await studio.call('POST', `/sandbox/v1/sessions/${key}/disconnect`)
    assert.deepEqual([status, body.message], [404, `${notFound[1]} (sessionKey: there is no such session)`])
  }
})

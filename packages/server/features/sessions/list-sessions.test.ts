import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { session } from '@onair/contract'
import { Compile } from 'typebox/compile'
import {
  notFound,
  openTestChannel,
  statusAndMessage,
  invalidValue,
  type TestChannel,
} from '../../../../tests/support/apps/test-channel.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'

const dayMs = 86_400_000
const listUserSessions = async (testChannel: TestChannel, query = '') =>
  (await testChannel.call('GET', `/open/v1/sessions${query}`, { token: testChannel.token })).body.content
const listClientSessions = async (testChannel: TestChannel, query = '') =>
  (await testChannel.call('GET', `/open/v1/sessions/client${query}`, { client: testChannel.client })).body.content

const sessionKeysIn = ({ data }: { data: { sessionKey: string }[] }) => data.map(({ sessionKey }) => sessionKey)

/** Disconnects a session, and waits until the disconnect is written. */
async function disconnectSession(
  testChannel: TestChannel,
  sessionClient: { sessionKey: string; readUntilClose(): Promise<unknown> },
) {
  await testChannel.act('disconnectSession', { sessionKey: sessionClient.sessionKey })
  await sessionClient.readUntilClose()
  const session = testChannel.deps.db.read.selectFrom('session').where('key', '=', sessionClient.sessionKey)
  const open = session.where('disconnected_at', 'is', null).select('key')
  await eventually(async () => (await open.executeTakeFirst()) === undefined)
}

describe('List sessions', () => {
  // Gap 37.
  test('lists sessions with dates and events, newest first, without unused URLs', async () => {
    await using testChannel = await openTestChannel()
    const first = await testChannel.connectAndSubscribe('chat')
    testChannel.clock.advance(61_000)
    const second = await testChannel.connectAndSubscribe('subscription')
    await testChannel.call('POST', `/open/v1/sessions/events/subscribe/donation?sessionKey=${second.sessionKey}`, {
      token: testChannel.token,
    })
    await testChannel.call('GET', '/open/v1/sessions/auth', { token: testChannel.token })
    testChannel.clock.advance(2_000)
    await disconnectSession(testChannel, first)

    const content = await listUserSessions(testChannel)
    assert.deepEqual(Compile(session.listUserSessions.content).Errors(content), [])
    const { channelId } = testChannel
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
    assert.deepEqual(await listUserSessions(testChannel, '/user'), content)
  })

  test('lists application and user sessions separately, and only those of the calling application', async () => {
    await using testChannel = await openTestChannel()
    const ofUser = await testChannel.connectAndSubscribe('chat')
    const { body } = await testChannel.call('GET', '/open/v1/sessions/auth/client', { client: testChannel.client })
    using ofClient = await connect(body.content.url)
    assert.deepEqual(sessionKeysIn(await listUserSessions(testChannel)), [ofUser.sessionKey])
    assert.deepEqual(sessionKeysIn(await listClientSessions(testChannel)), [ofClient.sessionKey])

    const client = await testChannel.act('createApp', {
      name: 'other',
      redirectUri: 'http://127.0.0.1:9/callback',
    })
    const { channelId } = testChannel
    const { accessToken } = await testChannel.act('createGrant', { clientId: client.clientId, channelId })
    for (const response of [
      await testChannel.call('GET', '/open/v1/sessions', { token: accessToken }),
      await testChannel.call('GET', '/open/v1/sessions/client', { client }),
      await testChannel.call('GET', '/open/v1/sessions', {
        token: await testChannel.grantToken(await testChannel.createPerson()),
      }),
    ])
      assert.deepEqual(response.body.content, { page: 0, totalCount: 0, totalPages: 0, data: [] })
  })

  test('returns the requested page and the total counts', async () => {
    await using testChannel = await openTestChannel()
    const keys: string[] = []
    for (let at = 0; at < 3; at++) {
      keys.unshift((await testChannel.connectAndSubscribe('chat')).sessionKey)
      testChannel.clock.advance(1_000)
    }
    for (const [query, shown, page, totalPages] of [
      ['?size=2', keys.slice(0, 2), 0, 2],
      ['?size=2&page=1', keys.slice(2), 1, 2],
      ['?size=2&page=2', [], 2, 2],
      ['?size=50&page=0', keys, 0, 1],
    ] as const) {
      const content = await listUserSessions(testChannel, query)
      const listed = sessionKeysIn(content)
      assert.deepEqual({ ...content, data: listed }, { data: shown, page, totalPages, totalCount: 3 }, query)
    }
  })

  test('returns 400 for invalid sizes and pages', async () => {
    await using testChannel = await openTestChannel()
    for (const query of ['size=0', 'size=51', 'size=x', 'page=-1', 'page=x', 'page=1.5', 'page=9999999', 'page=']) {
      const { token, client } = testChannel
      assert.deepEqual(
        statusAndMessage(await testChannel.call('GET', `/open/v1/sessions?${query}`, { token })),
        invalidValue,
        query,
      )
      assert.deepEqual(
        statusAndMessage(await testChannel.call('GET', `/open/v1/sessions/client?${query}`, { client })),
        invalidValue,
      )
    }
  })

  // Gap 75.
  test('lists an ended session for exactly ninety days', async () => {
    await using testChannel = await openTestChannel()
    await disconnectSession(testChannel, await testChannel.connectAndSubscribe('chat'))
    testChannel.clock.setSystemOffsetMs(90 * dayMs - 1)
    const client = testChannel.deps.db.read.selectFrom('session').select('key')
    const countSessions = async () =>
      (
        await testChannel.call('GET', '/open/v1/sessions', {
          token: await testChannel.grantToken(testChannel.channelId),
        })
      ).body.content.totalCount
    assert.equal(await countSessions(), 1)
    testChannel.clock.setSystemOffsetMs(90 * dayMs)
    assert.equal(await countSessions(), 0)
    assert.equal((await client.execute()).length, 1)
  })

  test('disconnecting a session closes it and releases its slot', async () => {
    await using testChannel = await openTestChannel()
    const clients = [
      await testChannel.connectAndSubscribe('chat'),
      await testChannel.connectAndSubscribe('chat'),
      await testChannel.connectAndSubscribe('chat'),
    ] as const
    const open = () => testChannel.call('GET', '/open/v1/sessions/auth', { token: testChannel.token })
    assert.equal((await open()).status, 400)
    await disconnectSession(testChannel, clients[1])
    await testChannel.act('disconnectSession', { sessionKey: clients[1].sessionKey })
    assert.equal((await open()).status, 200)
  })

  test('returns 404 when an unknown session is disconnected', async () => {
    await using testChannel = await openTestChannel()
    for (const key of [crypto.randomUUID(), 'nothing']) {
      const { status, body } = await testChannel.tryAct('disconnectSession', { sessionKey: key })
      assert.deepEqual([status, body.message], [404, `${notFound[1]} (sessionKey: no such session)`])
    }
  })
})

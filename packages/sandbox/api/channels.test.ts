import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { overlayDefaults } from '@onair/contract'
import { connect } from '../../../tests/support/clients/session-client.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

describe('chat', () => {
  // Gap 40.
  test('publishes CHAT to subscribed sessions, with the sender’s role and badges', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const personByRole = (role: string) => demo.people.find(({ is }: { is: string }) => is === role).channelId
    const channelId = personByRole('streamer')
    const { accessToken } = await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
    const { body } = await testApp.call('GET', '/open/v1/sessions/auth', { token: accessToken })
    using client = await connect(body.content.url)
    const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`
    await testApp.call('POST', path, { token: accessToken })
    await client.next()

    for (const [is, role, badges] of [
      ['streamer', 'streamer', ['streamer']],
      ['manager', 'streaming_channel_manager', ['manager']],
      ['subscriber', 'common_user', ['subscriber']],
      ['viewer', 'common_user', []],
    ] as const) {
      const chat = { channelId, byChannelId: personByRole(is), message: `${is} 안녕` }
      const { messageId } = await testApp.sandbox('POST', '/actions/chat', chat)
      const [event, { content, eventId, userRoleCode, profile }] = await client.next()
      const badgeFiles = profile.badges.map(({ imageUrl }: { imageUrl: string }) => imageUrl.split('/').at(-1))
      assert.deepEqual(
        [event, content, eventId, userRoleCode, profile.userRoleCode, badgeFiles],
        ['CHAT', chat.message, messageId, role, role, badges.map((name) => `${name}.png`)],
      )
    }
  })

  test('returns 400 for a message that the chat does not accept', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.createFixture()
    for (const message of ['x'.repeat(101), ' ', 'a\0b', '', 5, undefined]) {
      const json = { channelId, byChannelId: channelId, message }
      const { status, body } = await testApp.call('POST', '/sandbox/v1/actions/chat', { json })
      assert.equal(status, 400)
      assert.match(body.message ?? '', /^잘못된 값을 입력했습니다\. \(message: .+\)$/)
    }
  })

  // Gap 19.
  test('returns 404 for an unknown channel and 400 for a malformed id, and names the field', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.createFixture()
    for (const field of ['channelId', 'byChannelId'])
      for (const [wrong, status, message] of [
        ['0'.repeat(32), 404, 'NOT_FOUND'],
        ['malformed', 400, '잘못된 값을 입력했습니다.'],
        [channelId.toUpperCase().padEnd(33, 'A'), 400, '잘못된 값을 입력했습니다.'],
      ] as const) {
        const json = { channelId, byChannelId: channelId, message: 'hi', [field]: wrong }
        const response = await testApp.call('POST', '/sandbox/v1/actions/chat', { json })
        assert.equal(response.status, status)
        assert.ok(response.body.message?.startsWith(`${message} (${field}: `), response.body.message ?? '')
      }
  })
})

describe('sendChats', () => {
  test('sends the messages in their order, and states why one was refused', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, token } = await testApp.createFixture()
    const viewer = (await testApp.sandbox('POST', '/people', { channelName: '시청자' })).channelId
    const troll = (await testApp.sandbox('POST', '/people', { channelName: 'troll' })).channelId
    await testApp.call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: troll } })
    const senders = Array.from({ length: 199 }, (_, at) => [viewer, channelId, troll][at % 3])
    const messages = [...senders, '0'.repeat(32)].map((byChannelId, at) => ({
      channelId,
      byChannelId,
      message: `${at}`,
    }))
    const { data } = await testApp.sandbox('POST', '/chats/batch', { messages })
    const results = data.map(({ sent, reason }: any) => (sent === null ? reason.code : 'sent'))
    assert.deepEqual(results, [
      ...senders.map((sender) => (sender === troll ? 'RESTRICTED' : 'sent')),
      'NO_SUCH_CHANNEL',
    ])
    const rows = await testApp.deps.db.read.selectFrom('chat_message').select(['id', 'content']).execute()
    const contentOf = new Map(rows.map(({ id, content }) => [id, content]))
    for (const [at, { sent }] of data.entries()) if (sent !== null) assert.equal(contentOf.get(sent.messageId), `${at}`)
    assert.equal(rows.length, results.filter((result: string) => result === 'sent').length)
  })
})

describe('getGoal', () => {
  test('has the sum of the channel, from the start of the goal if it has begun', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const { channelId } = demo.people[0]
    const goal = () => testApp.sandbox('GET', `/channels/goal?channelId=${channelId}`)
    const { cookie } = await testApp.sandbox('POST', `/people/${channelId}/web-sessions`)
    const call = (method: string, path: string, json: object) =>
      testApp.call(method, `/console/v1${path}`, { headers: { cookie, origin: testApp.url }, json })
    assert.deepEqual(await goal(), { title: '', counts: 'DONATIONS', target: 100_000, sum: 0 })
    await testApp.act('donate', { channelId, payAmount: 3_000 })
    assert.equal((await goal()).sum, 3_000)
    assert.equal((await call('POST', '/overlays/goal/restart', {})).status, 200)
    const settings = { ...overlayDefaults.goal, title: '새 마이크', target: 50_000, start: 100 }
    assert.equal((await call('PUT', '/overlays', { goal: settings })).status, 200)
    await testApp.act('donate', { channelId, payAmount: 700 })
    assert.deepEqual(await goal(), { title: '새 마이크', counts: 'DONATIONS', target: 50_000, sum: 800 })
    const unknown = await testApp.call('GET', `/sandbox/v1/channels/goal?channelId=${'0'.repeat(32)}`)
    assert.equal(unknown.status, 404)
  })
})

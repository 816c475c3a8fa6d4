import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp, statusAndMessage } from '../../../../tests/support/apps/console-test-app.ts'
import { unknownChannelId } from '../../../../tests/support/apps/test-channel.ts'

describe('follow, unfollow', () => {
  test('are idempotent; a channel cannot follow itself', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer, channelId } = testApp
    const path = `/channels/${channelId}/follow`
    const listFollowers = async () =>
      (await testApp.deps.db.read.selectFrom('channel_follower').select('follower_channel_id as by').execute()).map(
        ({ by }) => by,
      )
    for (const _ of [1, 2]) assert.deepEqual(statusAndMessage(await viewer.callConsole('PUT', path)), [200, null])
    assert.deepEqual(await listFollowers(), [viewer.channelId])
    for (const _ of [1, 2]) assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', path)), [200, null])
    assert.deepEqual(await listFollowers(), [])
    const self = await viewer.callConsole('PUT', `/channels/${viewer.channelId}/follow`)
    assert.deepEqual(statusAndMessage(self), [
      400,
      '잘못된 값을 입력했습니다. (channelId: a channel cannot follow itself)',
    ])
    assert.equal((await viewer.callConsole('PUT', `/channels/${unknownChannelId}/follow`)).status, 404)
  })
})

describe('subscribe', () => {
  test('publishes SUBSCRIPTION, and a renewal after a month continues from the next month', async () => {
    await using testApp = await openConsoleTestApp()
    const client = await testApp.connectAndSubscribe('subscription')
    const path = `/channels/${testApp.channelId}/subscription`
    const first = await testApp.viewer.callConsole('POST', path, { tierNo: 2 })
    assert.deepEqual(first.body.content, { tierNo: 2, month: 1 })
    assert.equal((await client.next())[1].subscriberChannelId, testApp.viewer.channelId)
    const tooEarly = await testApp.viewer.callConsole('POST', path)
    assert.deepEqual(
      [tooEarly.status, tooEarly.body.reason],
      [403, { code: 'SUBSCRIPTION_NOT_RENEWABLE', params: { days: 30 } }],
    )
    testApp.clock.advance(30 * 86_400_000)
    await testApp.viewer.signIn(testApp.viewer.email, testApp.viewer.password)
    const renewals = await Promise.all(Array.from({ length: 5 }, () => testApp.viewer.callConsole('POST', path)))
    const contents = renewals.flatMap(({ status, body }) => (status === 200 ? body.content : []))
    assert.deepEqual(contents, [{ tierNo: 1, month: 2 }])
  })
})

describe('donate', () => {
  test('accepts exactly one of 20 concurrent donations from a wallet that covers one', async () => {
    await using testApp = await openConsoleTestApp({ startingBalance: 1999 })
    const client = await testApp.connectAndSubscribe('donation')
    const { viewer } = testApp
    assert.deepEqual((await viewer.callConsole('GET', '/wallet')).body.content, { balance: 1999 })
    const sendDonation = () =>
      viewer.callConsole('POST', `/channels/${testApp.channelId}/donations`, { payAmount: 1000 })
    const responses = await Promise.all(Array.from({ length: 20 }, sendDonation))
    const refused = responses.filter(({ status }) => status !== 200).map(statusAndMessage)
    assert.deepEqual(
      [refused.length, ...new Set(refused.map(String))],
      [19, '403,FORBIDDEN (the wallet has less than 1000)'],
    )
    assert.deepEqual((await viewer.callConsole('GET', '/wallet')).body.content, { balance: 999 })
    assert.equal((await client.drain()).length, 1)
  })

  test('does not name the donor of an anonymous donation, whose wallet pays', async () => {
    await using testApp = await openConsoleTestApp({ startingBalance: 5000 })
    const client = await testApp.connectAndSubscribe('donation')
    const { viewer, channelId } = testApp
    const donate = () =>
      viewer.callConsole('POST', `/channels/${channelId}/donations`, { payAmount: 1000, isAnonymous: true })
    assert.equal((await donate()).status, 200)
    const [, event] = await client.next()
    assert.deepEqual([event.donatorChannelId, event.donatorNickname, event.payAmount], ['', '익명', '1000'])
    assert.deepEqual((await viewer.callConsole('GET', '/wallet')).body.content, { balance: 4000 })

    const json = { targetChannelId: viewer.channelId }
    await testApp.call('POST', '/open/v1/restrict-channels', { token: testApp.token, json })
    assert.equal((await donate()).status, 403)
    assert.deepEqual((await viewer.callConsole('GET', '/wallet')).body.content, { balance: 4000 })
  })
})

describe('sendMessage', () => {
  test('publishes CHAT, and returns 403 with the reason when the sender may not chat', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer, channelId, token } = testApp
    const client = await testApp.connectAndSubscribe('chat')
    const sendChat = () => viewer.callConsole('POST', `/channels/${channelId}/chat`, { message: '안녕하세요' })
    const { messageId } = (await sendChat()).body.content
    const [, event] = await client.next()
    assert.deepEqual([event.eventId, event.senderChannelId], [messageId, viewer.channelId])

    await testApp.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 30 } })
    await sendChat()
    assert.deepEqual(statusAndMessage(await sendChat()), [403, 'FORBIDDEN (slow mode: one message in 30 seconds)'])
    await testApp.call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: viewer.channelId } })
    assert.deepEqual(statusAndMessage(await sendChat()), [403, 'FORBIDDEN (the sender is restricted in this channel)'])
  })
})

describe('watch, unwatch', () => {
  test('count a viewer while the channel is live', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const streamer = await testApp.signedIn('방송인')
    const path = `/channels/${streamer.channelId}/watch`
    const loadViewerCount = async () => {
      const { body } = await testApp.call('GET', '/open/v1/lives', { client: testApp.client })
      return body.content.data[0]?.concurrentUserCount
    }
    assert.deepEqual((await viewer.callConsole('PUT', path)).body.content, { live: false })
    await streamer.callConsole('POST', '/live')
    for (const _ of [1, 2]) assert.deepEqual((await viewer.callConsole('PUT', path)).body.content, { live: true })
    assert.equal(await loadViewerCount(), 1)
    assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', path)), [200, null])
    assert.equal(await loadViewerCount(), 0)
    assert.equal((await viewer.callConsole('PUT', `/channels/${unknownChannelId}/watch`)).status, 404)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { subscriptionEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { unknownChannelId, openTestChannel, type TestChannel } from '../../../../tests/support/apps/test-channel.ts'

const subscribeToChannel = (testChannel: TestChannel, json: object) =>
  testChannel.tryAct('subscribe', { channelId: testChannel.channelId, ...json })
const listSubscribers = ({ channelId, deps }: TestChannel) =>
  deps.db.read
    .selectFrom('channel_subscriber')
    .where('channel_id', '=', channelId)
    .select(['subscriber_channel_id', 'tier_no', 'month'])
    .execute()

describe('channel subscriptions', () => {
  for (const wireProfile of ['documented', 'observed'])
    // Gap 54.
    test(`a subscription is stored and received completely, in the ${wireProfile} profile`, async () => {
      await using testChannel = await openTestChannel({ app: { wireProfile } })
      const guest = await testChannel.connectAndSubscribe('subscription')
      const who = await testChannel.createPerson({ channelName: '단골' })
      const { body } = await subscribeToChannel(testChannel, { byChannelId: who, tierNo: 2, month: 3 })
      assert.deepEqual(body, { code: 200, message: null, content: null })

      const [name, payload] = await guest.next()
      const event = wireProfile === 'observed' ? JSON.parse(payload) : payload
      assert.equal(name, 'SUBSCRIPTION')
      assert.deepEqual(Compile(subscriptionEvent).Errors(event), [])
      const row = await testChannel.deps.db.read.selectFrom('subscription_event').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual(event, {
        channelId: testChannel.channelId,
        subscriberChannelId: who,
        subscriberNickname: '단골',
        tierNo: 2,
        tierName: `${testChannel.channelName} 구독`,
        month: 3,
        eventSentAt: '2026-07-18T23:32:12.000000000',
        eventId: row.id,
      })
      assert.deepEqual(row.event, event)
      assert.deepEqual(await listSubscribers(testChannel), [{ subscriber_channel_id: who, tier_no: 2, month: 3 }])
    })

  test('a renewal raises the month to the requested one or by one, and can change the tier', async () => {
    await using testChannel = await openTestChannel()
    const who = await testChannel.createPerson()
    for (const [asked, month] of [
      [{}, 1],
      [{}, 2],
      [{ month: 12, tierNo: 2 }, 12],
      [{ month: 3, tierNo: 1 }, 13],
    ] as const) {
      await subscribeToChannel(testChannel, { byChannelId: who, ...asked })
      assert.deepEqual((await listSubscribers(testChannel))[0]?.month, month)
    }
    assert.deepEqual(await listSubscribers(testChannel), [{ subscriber_channel_id: who, tier_no: 1, month: 13 }])
  })

  test('twenty concurrent renewals give twenty months, each event once', async () => {
    await using testChannel = await openTestChannel()
    const client = await testChannel.connectAndSubscribe('subscription')
    const who = await testChannel.createPerson()
    await Promise.all(Array.from({ length: 20 }, () => subscribeToChannel(testChannel, { byChannelId: who })))
    assert.deepEqual(await listSubscribers(testChannel), [{ subscriber_channel_id: who, tier_no: 1, month: 20 }])
    const months = (await client.drain()).map(([, { month }]) => month).sort((a, b) => a - b)
    assert.deepEqual(
      months,
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
  })

  test('a subscriber can chat in SUBSCRIBER mode', async () => {
    await using testChannel = await openTestChannel()
    const json = { chatAvailableGroup: 'SUBSCRIBER' }
    await testChannel.call('PUT', '/open/v1/chats/settings', { token: testChannel.token, json })
    const who = await testChannel.createPerson()
    assert.equal((await testChannel.sendChat(who)).status, 403)
    await subscribeToChannel(testChannel, { byChannelId: who })
    assert.equal((await testChannel.sendChat(who)).status, 200)
  })

  test('rejects invalid values by field name, and returns 404 for unknown channels', async () => {
    await using testChannel = await openTestChannel()
    for (const [field, values, status] of [
      ['tierNo', [0, 3, '1'], 400],
      ['month', [0, -1, 1.5, 1e300], 400],
      ['byChannelId', ['x', undefined], 400],
      ['byChannelId', [unknownChannelId], 404],
      ['channelId', [unknownChannelId], 404],
    ] as const)
      for (const value of values) {
        const response = await subscribeToChannel(testChannel, { byChannelId: testChannel.channelId, [field]: value })
        assert.equal(response.status, status, `${field} ${String(value)}`)
        assert.match(response.body.message ?? '', new RegExp(`\\(${field}: `))
      }
  })
})

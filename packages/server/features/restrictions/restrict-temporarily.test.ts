import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  forbidden,
  unknownChannelId,
  openTestChannel,
  statusAndMessage,
  invalidValue,
  type TestChannel,
} from '../../../../tests/support/apps/test-channel.ts'

const path = '/open/v1/temporary-restrict-channels'
const done = { code: 200, message: null, content: null }

async function temporaryRestrictCalls(testChannel: TestChannel) {
  const chatChannelId = await testChannel.chatChannelId()
  const callMethod =
    (method: string) =>
    (targetChannelId: string, { token = testChannel.token, chat = chatChannelId } = {}) =>
      testChannel.call(method, path, { token, json: { targetChannelId, chatChannelId: chat } })
  return { restrict: callMethod('POST'), release: callMethod('DELETE') }
}

describe('temporary restrictions', () => {
  test('restricts a viewer for one minute of platform time and hides their messages', async () => {
    await using testChannel = await openTestChannel()
    const { restrict } = await temporaryRestrictCalls(testChannel)
    const [who, other] = [await testChannel.createPerson(), await testChannel.createPerson()]
    for (const speaker of [who, other]) await testChannel.sendStoredChat(speaker)
    assert.deepEqual((await restrict(who)).body, done)

    const shown = testChannel.deps.db.read.selectFrom('chat_message').where('hidden_at', 'is', null)
    assert.deepEqual(await shown.select('sender_channel_id').execute(), [{ sender_channel_id: other }])
    await testChannel.act('moveClock', { advanceSeconds: 59 })
    assert.deepEqual(statusAndMessage(await testChannel.sendChat(who)), [
      403,
      'FORBIDDEN (the sender is restricted in this channel for 1 more seconds)',
    ])
    assert.equal((await testChannel.sendChat(other)).status, 200)
    await testChannel.act('moveClock', { advanceSeconds: 1 })
    assert.equal((await testChannel.sendChat(who)).status, 200)
  })

  test('the duration is a setting', async () => {
    await using testChannel = await openTestChannel({ settings: { temporaryRestrictionSec: 5 } })
    const { restrict } = await temporaryRestrictCalls(testChannel)
    const who = await testChannel.createPerson()
    await restrict(who)
    testChannel.clock.advance(4_999)
    assert.equal((await testChannel.sendChat(who)).status, 403)
    testChannel.clock.advance(1)
    assert.equal((await testChannel.sendChat(who)).status, 200)
  })

  test('after an early release the viewer can chat; hidden messages stay hidden', async () => {
    await using testChannel = await openTestChannel()
    const { restrict, release } = await temporaryRestrictCalls(testChannel)
    const who = await testChannel.createPerson()
    const { id } = await testChannel.sendStoredChat(who)
    await restrict(who)
    assert.deepEqual((await release(who)).body, done)
    assert.equal((await testChannel.sendChat(who)).status, 200)
    const message = testChannel.deps.db.read.selectFrom('chat_message').where('id', '=', id).select('hidden_by')
    assert.deepEqual(await message.executeTakeFirst(), { hidden_by: testChannel.channelId })
  })

  test('rejects a duplicate restriction, and a release of an ended or unknown one', async () => {
    await using testChannel = await openTestChannel()
    const { restrict, release } = await temporaryRestrictCalls(testChannel)
    const who = await testChannel.createPerson()
    assert.deepEqual(statusAndMessage(await release(who)), invalidValue)
    await restrict(who)
    assert.deepEqual(statusAndMessage(await restrict(who)), invalidValue)
    testChannel.clock.advance(60_000)
    assert.deepEqual(statusAndMessage(await release(who)), invalidValue)
    assert.equal((await restrict(who)).status, 200)
  })

  // Gap 50.
  test('rejects an unknown user, the streamer, a manager and an unknown chat', async () => {
    await using testChannel = await openTestChannel()
    const { restrict, release } = await temporaryRestrictCalls(testChannel)
    const manager = await testChannel.createManager('STREAMING_CHANNEL_MANAGER')
    for (const ask of [restrict, release]) {
      for (const target of [unknownChannelId, testChannel.channelId, manager, 'x'])
        assert.deepEqual(statusAndMessage(await ask(target)), invalidValue)
      for (const chat of ['000000', 'a', 'a\0bcde'])
        assert.deepEqual(statusAndMessage(await ask(await testChannel.createPerson(), { chat })), invalidValue)
    }
  })

  test('allows channel and chat managers of the chat; refuses settlement managers, others and missing scopes', async () => {
    await using testChannel = await openTestChannel()
    const { restrict, release } = await temporaryRestrictCalls(testChannel)
    const who = await testChannel.createPerson()
    for (const role of ['STREAMING_CHANNEL_MANAGER', 'STREAMING_CHAT_MANAGER'] as const) {
      const token = await testChannel.grantToken(await testChannel.createManager(role))
      assert.equal((await restrict(who, { token })).status, 200)
      assert.equal((await release(who, { token })).status, 200)
    }
    const settlement = await testChannel.grantToken(await testChannel.createManager('STREAMING_SETTLEMENT_MANAGER'))
    const viewer = await testChannel.grantToken(await testChannel.createPerson())
    const narrow = await testChannel.grantToken(testChannel.channelId, ['활동제한 조회'])
    for (const token of [settlement, viewer, narrow])
      for (const ask of [restrict, release]) assert.deepEqual(statusAndMessage(await ask(who, { token })), forbidden)
  })

  test('of twenty concurrent restrictions exactly one succeeds, also after an ended one', async () => {
    await using testChannel = await openTestChannel()
    const { restrict } = await temporaryRestrictCalls(testChannel)
    const who = await testChannel.createPerson()
    for (const round of [1, 2]) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => restrict(who)))
      assert.equal(responses.filter(({ status }) => status === 200).length, 1, `round ${round}`)
      testChannel.clock.advance(60_000)
    }
  })
})

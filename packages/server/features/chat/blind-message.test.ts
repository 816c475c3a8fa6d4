import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listModeration } from '../audit/list-moderation.ts'
import {
  forbidden,
  unknownChannelId,
  notFound,
  openTestChannel,
  statusAndMessage,
  invalidValue,
  type TestChannel,
} from '../../../../tests/support/apps/test-channel.ts'

const blindMessage = (testChannel: TestChannel, json: object, token = testChannel.token) =>
  testChannel.call('POST', '/open/v1/chats/blind-message', { token, json })
const listVisibleMessages = async ({ deps }: TestChannel) =>
  (await deps.db.read.selectFrom('chat_message').select('content').where('hidden_at', 'is', null).execute()).map(
    ({ content }) => content,
  )

describe('hiding a message', () => {
  // Gap 56.
  test('hides every message of the sender in that millisecond, and no other', async () => {
    await using testChannel = await openTestChannel()
    const [who, other] = [await testChannel.createPerson(), await testChannel.createPerson()]
    const { message_time: messageTime } = await testChannel.sendStoredChat(who, '하나')
    await testChannel.sendStoredChat(who, '둘')
    await testChannel.sendStoredChat(other, '남')
    testChannel.clock.advance(1)
    await testChannel.sendStoredChat(who, '나중')

    const json = { chatChannelId: await testChannel.chatChannelId(), messageTime, senderChannelId: who }
    for (const time of ['once', 'and again'])
      assert.deepEqual((await blindMessage(testChannel, json)).body, { code: 200, message: null, content: null }, time)
    assert.deepEqual((await listVisibleMessages(testChannel)).sort(), ['나중', '남'])
    const hidden = testChannel.deps.db.read.selectFrom('chat_message').where('content', '=', '하나')
    const row = await hidden.select(['hidden_at', 'hidden_by']).executeTakeFirstOrThrow()
    assert.deepEqual(row, { hidden_at: testChannel.clock.now(), hidden_by: testChannel.channelId })
    const { data: entries } = await listModeration(testChannel.channelId, {}, testChannel.deps)
    // Equal entries of a minute are one.
    assert.deepEqual(
      entries.map(({ message }) => message?.content),
      ['하나'],
    )
  })

  test('deletes the notice if the message is the notice', async () => {
    await using testChannel = await openTestChannel()
    const { id, message_time: messageTime } = await testChannel.sendStoredChat(testChannel.channelId, '글')
    await testChannel.call('POST', '/open/v1/chats/notice', { token: testChannel.token, json: { messageId: id } })
    const json = {
      chatChannelId: await testChannel.chatChannelId(),
      messageTime,
      senderChannelId: testChannel.channelId,
    }
    assert.equal((await blindMessage(testChannel, json)).status, 200)
    assert.deepEqual(await testChannel.deps.db.read.selectFrom('chat_notice').selectAll().execute(), [])
  })

  test('returns 403 to callers other than the streamer, managers included', async () => {
    await using testChannel = await openTestChannel()
    const manager = await testChannel.createManager('STREAMING_CHANNEL_MANAGER')
    const { message_time: messageTime } = await testChannel.sendStoredChat(manager)
    const json = { chatChannelId: await testChannel.chatChannelId(), messageTime, senderChannelId: manager }
    assert.deepEqual(
      statusAndMessage(await blindMessage(testChannel, json, await testChannel.grantToken(manager))),
      invalidValue,
    )
    assert.deepEqual(
      statusAndMessage(await blindMessage(testChannel, { ...json, chatChannelId: '000000' })),
      invalidValue,
    )
    assert.equal((await listVisibleMessages(testChannel)).length, 1)
  })

  test('returns 403 without the scope, whatever the input', async () => {
    await using testChannel = await openTestChannel()
    const token = await testChannel.grantToken(testChannel.channelId, ['채팅 설정 변경'])
    assert.deepEqual(statusAndMessage(await blindMessage(testChannel, {}, token)), forbidden)
  })

  test('returns 404 for an unknown message', async () => {
    await using testChannel = await openTestChannel()
    const { message_time: messageTime } = await testChannel.sendStoredChat(testChannel.channelId)
    const json = {
      chatChannelId: await testChannel.chatChannelId(),
      messageTime,
      senderChannelId: testChannel.channelId,
    }
    for (const wrong of [
      { messageTime: messageTime + 1 },
      { senderChannelId: unknownChannelId },
      { messageTime: 2 ** 53 - 1 },
    ])
      assert.deepEqual(statusAndMessage(await blindMessage(testChannel, { ...json, ...wrong })), notFound)
    for (const wrong of [
      { messageTime: 1e300 },
      { messageTime: String(messageTime) },
      { senderChannelId: 'x' },
      { chatChannelId: 'a\0bcde' },
    ])
      assert.deepEqual(statusAndMessage(await blindMessage(testChannel, { ...json, ...wrong })), invalidValue)
  })
})

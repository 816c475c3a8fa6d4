import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  notFound,
  openTestChannel,
  statusAndMessage,
  invalidValue,
  type TestChannel,
} from '../../../../tests/support/apps/test-channel.ts'

const putNotice = (testChannel: TestChannel, json: object) =>
  testChannel.call('POST', '/open/v1/chats/notice', { token: testChannel.token, json })
const listNotices = ({ deps }: TestChannel) =>
  deps.db.read.selectFrom('chat_notice').select(['content', 'message_id']).execute()

describe('the notice', () => {
  test('a text becomes the notice in composed form, and not a chat message', async () => {
    await using testChannel = await openTestChannel()
    const { body } = await putNotice(testChannel, { message: '공지'.normalize('NFD'), messageId: null })
    assert.deepEqual(body, { code: 200, message: null, content: null })
    assert.deepEqual(await listNotices(testChannel), [{ content: '공지', message_id: null }])
    assert.deepEqual(await testChannel.deps.db.read.selectFrom('chat_message').selectAll().execute(), [])
  })

  test('a message becomes the notice, and the latest notice is current', async () => {
    await using testChannel = await openTestChannel()
    const { id } = await testChannel.sendStoredChat(await testChannel.createPerson(), '좋은 말')
    await putNotice(testChannel, { message: '먼저' })
    assert.equal((await putNotice(testChannel, { messageId: id })).status, 200)
    assert.deepEqual(await listNotices(testChannel), [{ content: '좋은 말', message_id: id }])
  })

  // Gap 52.
  test('rejects neither field, both fields, and texts that chat rejects', async () => {
    await using testChannel = await openTestChannel()
    const { id } = await testChannel.sendStoredChat(testChannel.channelId)
    for (const json of [
      {},
      { message: null },
      { message: '둘', messageId: id },
      { message: '' },
      { message: ' ' },
      { message: 'x'.repeat(101) },
      { message: 'a\0b' },
      { messageId: 5 },
    ])
      assert.deepEqual(statusAndMessage(await putNotice(testChannel, json)), invalidValue, JSON.stringify(json))
    assert.deepEqual(await listNotices(testChannel), [])
  })

  test('returns 404 for a message that is unknown, hidden or of another chat', async () => {
    await using testChannel = await openTestChannel()
    const who = await testChannel.createPerson()
    const hidden = await testChannel.sendStoredChat(who)
    await testChannel.deps.db.transaction((tx) => tx.updateTable('chat_message').set({ hidden_at: 1 }).execute())
    const elsewhere = await testChannel.act('chat', {
      channelId: who,
      byChannelId: who,
      message: '여기',
    })
    for (const messageId of ['nothing', crypto.randomUUID(), hidden.id, elsewhere.messageId])
      assert.deepEqual(statusAndMessage(await putNotice(testChannel, { messageId })), notFound)
  })

  test('of concurrent notices exactly one remains, complete', async () => {
    await using testChannel = await openTestChannel()
    const { id } = await testChannel.sendStoredChat(testChannel.channelId, '글')
    const wanted = Array.from({ length: 20 }, (_, at) => (at % 2 ? { messageId: id } : { message: `공지 ${at}` }))
    const responses = await Promise.all(wanted.map((json) => putNotice(testChannel, json)))
    assert.ok(responses.every(({ status }) => status === 200))
    const [notice, ...others] = await listNotices(testChannel)
    assert.deepEqual(others, [])
    assert.equal(notice?.content === '글', notice?.message_id === id)
  })
})

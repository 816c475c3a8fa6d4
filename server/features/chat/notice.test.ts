import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { notFound, openTestChannel, statusAndMessage, invalidValue, type TestChannel } from '../../test/test-channel.ts'

const putNotice = (testChannel: TestChannel, json: object) =>
  testChannel.call('POST', '/open/v1/chats/notice', { token: testChannel.token, json })
const listNotices = ({ deps }: TestChannel) =>
  deps.db.read.selectFrom('chat_notice').select(['content', 'message_id']).execute()

describe('the notice', () => {
  test('a text becomes the notice in composed form, and not a chat message', async () => {
    await using studio = await openTestChannel()
    const { body } = await putNotice(studio, { message: '공지'.normalize('NFD'), messageId: null })
    assert.deepEqual(body, { code: 200, message: null, content: null })
    assert.deepEqual(await listNotices(studio), [{ content: '공지', message_id: null }])
    assert.deepEqual(await studio.deps.db.read.selectFrom('chat_message').selectAll().execute(), [])
  })

  test('a message becomes the notice, and the latest notice is current', async () => {
    await using studio = await openTestChannel()
    const { id } = await studio.sendStoredChat(await studio.createPerson(), '좋은 말')
    await putNotice(studio, { message: '먼저' })
    assert.equal((await putNotice(studio, { messageId: id })).status, 200)
    assert.deepEqual(await listNotices(studio), [{ content: '좋은 말', message_id: id }])
  })

  test('rejects neither field, both fields, and texts that chat rejects', async () => {
    await using studio = await openTestChannel()
    const { id } = await studio.sendStoredChat(studio.channelId)
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
      assert.deepEqual(statusAndMessage(await putNotice(studio, json)), invalidValue, JSON.stringify(json))
    assert.deepEqual(await listNotices(studio), [])
  })

  test('returns 404 for a message that is unknown, hidden or of another chat', async () => {
    await using studio = await openTestChannel()
    const who = await studio.createPerson()
    const hidden = await studio.sendStoredChat(who)
    await studio.deps.db.transaction((tx) => tx.updateTable('chat_message').set({ hidden_at: 1 }).execute())
    const elsewhere = await studio.sandbox('POST', '/acts/chat', { channelId: who, byChannelId: who, message: '여기' })
    for (const messageId of ['nothing', crypto.randomUUID(), hidden.id, elsewhere.messageId])
      assert.deepEqual(statusAndMessage(await putNotice(studio, { messageId })), notFound)
  })

  test('of concurrent notices exactly one remains, complete', async () => {
    await using studio = await openTestChannel()
    const { id } = await studio.sendStoredChat(studio.channelId, '글')
    const wanted = Array.from({ length: 20 }, (_, at) => (at % 2 ? { messageId: id } : { message: `공지 ${at}` }))
    const responses = await Promise.all(wanted.map((json) => putNotice(studio, json)))
    assert.ok(responses.every(({ status }) => status === 200))
    const [notice, ...others] = await listNotices(studio)
    assert.deepEqual(others, [])
    assert.equal(notice?.content === '글', notice?.message_id === id)
  })
})

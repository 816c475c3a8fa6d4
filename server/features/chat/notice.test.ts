import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notFound, openStudio, refusalIn, wrongValue, type Studio } from '../../testing/studio.ts'

const register = (studio: Studio, json: object) =>
  studio.call('POST', '/open/v1/chats/notice', { token: studio.token, json })
const noticesOf = ({ world }: Studio) =>
  world.db.read.selectFrom('chat_notice').select(['content', 'message_id']).execute()

test('a text becomes the notice, in its composed form, and is no chat message', async () => {
  await using studio = await openStudio()
  const { body } = await register(studio, { message: '공지'.normalize('NFD'), messageId: null })
  assert.deepEqual(body, { code: 200, message: null, content: null })
  assert.deepEqual(await noticesOf(studio), [{ content: '공지', message_id: null }])
  assert.deepEqual(await studio.world.db.read.selectFrom('chat_message').selectAll().execute(), [])
})

test('a message of the chat becomes the notice, and the later notice counts', async () => {
  await using studio = await openStudio()
  const { id } = await studio.said(await studio.person(), '좋은 말')
  await register(studio, { message: '먼저' })
  assert.equal((await register(studio, { messageId: id })).status, 200)
  assert.deepEqual(await noticesOf(studio), [{ content: '좋은 말', message_id: id }])
})

test('neither and both are refused, and so is a text that no chat takes', async () => {
  await using studio = await openStudio()
  const { id } = await studio.said(studio.channelId)
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
    assert.deepEqual(refusalIn(await register(studio, json)), wrongValue, JSON.stringify(json))
  assert.deepEqual(await noticesOf(studio), [])
})

test('a message that is unknown, hidden or of another chat is not found', async () => {
  await using studio = await openStudio()
  const who = await studio.person()
  const hidden = await studio.said(who)
  await studio.world.db.change((tx) => tx.updateTable('chat_message').set({ hidden_at: 1 }).execute())
  const elsewhere = await studio.play('POST', '/acts/chat', { channelId: who, byChannelId: who, message: '여기' })
  for (const messageId of ['nothing', crypto.randomUUID(), hidden.id, elsewhere.messageId])
    assert.deepEqual(refusalIn(await register(studio, { messageId })), notFound)
})

test('of notices registered at once one is left, whole', async () => {
  await using studio = await openStudio()
  const { id } = await studio.said(studio.channelId, '글')
  const wanted = Array.from({ length: 20 }, (_, at) => (at % 2 ? { messageId: id } : { message: `공지 ${at}` }))
  const answers = await Promise.all(wanted.map((json) => register(studio, json)))
  assert.ok(answers.every(({ status }) => status === 200))
  const [notice, ...others] = await noticesOf(studio)
  assert.deepEqual(others, [])
  assert.equal(notice?.content === '글', notice?.message_id === id)
})

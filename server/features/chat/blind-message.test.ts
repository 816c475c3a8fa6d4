import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbidden, nobody, notFound, openStudio, refusalIn, wrongValue, type Studio } from '../../testing/studio.ts'

const blind = (studio: Studio, json: object, token = studio.token) =>
  studio.call('POST', '/open/v1/chats/blind-message', { token, json })
const shownIn = async ({ world }: Studio) =>
  (await world.db.read.selectFrom('chat_message').select('content').where('hidden_at', 'is', null).execute()).map(
    ({ content }) => content,
  )

test('hides every message of the sender at that millisecond, and no other', async () => {
  await using studio = await openStudio()
  const [who, other] = [await studio.person(), await studio.person()]
  const { message_time: messageTime } = await studio.said(who, '하나')
  await studio.said(who, '둘')
  await studio.said(other, '남')
  studio.clock.advance(1)
  await studio.said(who, '나중')

  const json = { chatChannelId: await studio.chatChannelId(), messageTime, senderChannelId: who }
  for (const time of ['once', 'and again'])
    assert.deepEqual((await blind(studio, json)).body, { code: 200, message: null, content: null }, time)
  assert.deepEqual((await shownIn(studio)).sort(), ['나중', '남'])
  const hidden = studio.world.db.read.selectFrom('chat_message').where('content', '=', '하나')
  const row = await hidden.select(['hidden_at', 'hidden_by']).executeTakeFirstOrThrow()
  assert.deepEqual(row, { hidden_at: studio.clock.now(), hidden_by: studio.channelId })
})

test('a notice that was hidden is taken down', async () => {
  await using studio = await openStudio()
  const { id, message_time: messageTime } = await studio.said(studio.channelId, '글')
  await studio.call('POST', '/open/v1/chats/notice', { token: studio.token, json: { messageId: id } })
  const json = { chatChannelId: await studio.chatChannelId(), messageTime, senderChannelId: studio.channelId }
  assert.equal((await blind(studio, json)).status, 200)
  assert.deepEqual(await studio.world.db.read.selectFrom('chat_notice').selectAll().execute(), [])
})

test('who is not the streamer of that chat is refused, a manager too', async () => {
  await using studio = await openStudio()
  const manager = await studio.manager('STREAMING_CHANNEL_MANAGER')
  const { message_time: messageTime } = await studio.said(manager)
  const json = { chatChannelId: await studio.chatChannelId(), messageTime, senderChannelId: manager }
  assert.deepEqual(refusalIn(await blind(studio, json, await studio.tokenOf(manager))), wrongValue)
  assert.deepEqual(refusalIn(await blind(studio, { ...json, chatChannelId: '000000' })), wrongValue)
  assert.equal((await shownIn(studio)).length, 1)
})

test('without the scope it is forbidden, whatever is asked', async () => {
  await using studio = await openStudio()
  const token = await studio.tokenOf(studio.channelId, ['채팅 설정 변경'])
  assert.deepEqual(refusalIn(await blind(studio, {}, token)), forbidden)
})

test('a message that nobody said then is not found', async () => {
  await using studio = await openStudio()
  const { message_time: messageTime } = await studio.said(studio.channelId)
  const json = { chatChannelId: await studio.chatChannelId(), messageTime, senderChannelId: studio.channelId }
  for (const wrong of [{ messageTime: messageTime + 1 }, { senderChannelId: nobody }, { messageTime: 2 ** 53 - 1 }])
    assert.deepEqual(refusalIn(await blind(studio, { ...json, ...wrong })), notFound)
  for (const wrong of [
    { messageTime: 1e300 },
    { messageTime: String(messageTime) },
    { senderChannelId: 'x' },
    { chatChannelId: 'a\0bcde' },
  ])
    assert.deepEqual(refusalIn(await blind(studio, { ...json, ...wrong })), wrongValue)
})

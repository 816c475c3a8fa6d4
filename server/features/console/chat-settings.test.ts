import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleChatSettings, consoleModeration, limits } from '@onair/contract'
import { openConsole, takenThough, told } from '../../testing/console-scene.ts'

const valid = {
  chatAvailableCondition: 'NONE',
  chatAvailableGroup: 'FOLLOWER',
  minFollowerMinute: 60,
  allowSubscriberInFollowerMode: false,
  chatSlowModeSec: 30,
  chatEmojiMode: true,
}

test('chat settings of the studio are those of the open interface, each way, and only what is sent changes', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const token = await studio.tokenOf(viewer.channelId)
  const open = async () => (await studio.call('GET', '/open/v1/chats/settings', { token })).body.content
  const own = async () => (await viewer.ask('GET', '/chat/settings')).body.content
  assert.deepEqual(await own(), await open())
  assert.deepEqual(told(await viewer.ask('PATCH', '/chat/settings', valid)), [200, null])
  assert.deepEqual(await open(), valid)
  await studio.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 5 } })
  await viewer.ask('PATCH', '/chat/settings', { chatEmojiMode: false, chatAvailableGroup: null })
  assert.deepEqual(await own(), { ...valid, chatSlowModeSec: 5, chatEmojiMode: false })
  await viewer.ask('PATCH', '/chat/settings', {})
  assert.deepEqual(await own(), await open())
})

test('every value that the specification allows is taken in the studio, and no other', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const change = async (body: object) => (await viewer.ask('PATCH', '/chat/settings', body)).status
  for (const minFollowerMinute of limits.minFollowerMinutes) assert.equal(await change({ minFollowerMinute }), 200)
  for (const chatSlowModeSec of limits.chatSlowModeSecs) assert.equal(await change({ chatSlowModeSec }), 200)
  for (const chatSlowModeSec of [1, 4, 301]) assert.equal(await change({ chatSlowModeSec }), 400)
  assert.deepEqual(await takenThough(viewer, consoleChatSettings.changeChatSettings, { body: valid }), [])
})

test('a notice is put up, seen, replaced through the open interface, and taken down', async () => {
  await using studio = await openConsole()
  const { clock, viewer } = studio
  const token = await studio.tokenOf(viewer.channelId)
  const notice = async () => (await viewer.ask('GET', `/channels/${viewer.channelId}/notice`)).body.content.notice
  assert.equal(await notice(), null)
  assert.deepEqual(
    told(await viewer.ask('PUT', `/channels/${viewer.channelId}/notice`, { message: '오늘은 8시에 끝납니다' })),
    [200, null],
  )
  const createdDate = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
  assert.deepEqual(await notice(), { message: '오늘은 8시에 끝납니다', createdDate })
  await studio.call('POST', '/open/v1/chats/notice', { token, json: { message: '9시로 바뀌었습니다' } })
  assert.equal((await notice()).message, '9시로 바뀌었습니다')
  for (const _ of [1, 2])
    assert.deepEqual(told(await viewer.ask('DELETE', `/channels/${viewer.channelId}/notice`)), [200, null])
  assert.equal(await notice(), null)
  const others = await studio.world.db.read.selectFrom('chat_notice').selectAll().execute()
  assert.deepEqual(others, [])
})

test('a notice is a text that the chat takes', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const put = async (message: string) =>
    (await viewer.ask('PUT', `/channels/${viewer.channelId}/notice`, { message })).status
  assert.equal(await put('가'.repeat(100)), 200)
  for (const message of ['가'.repeat(101), '  ', '\ud800']) assert.equal(await put(message), 400)
  assert.deepEqual(
    await takenThough(viewer, consoleModeration.putNotice, {
      inPath: { channelId: viewer.channelId },
      body: { message: 'a notice' },
    }),
    [],
  )
})

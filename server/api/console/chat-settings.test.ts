import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleChatSettings, consoleModeration, limits } from '@onair/contract'
import { openConsoleTestApp, findAcceptedInvalidInputs, statusAndMessage } from '../../test/console-test-app.ts'

const valid = {
  chatAvailableCondition: 'NONE',
  chatAvailableGroup: 'FOLLOWER',
  minFollowerMinute: 60,
  allowSubscriberInFollowerMode: false,
  chatSlowModeSec: 30,
  chatEmojiMode: true,
}

test('chat settings of the studio are those of the open interface, each way, and only what is sent changes', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const token = await testChannel.grantToken(viewer.channelId)
  const readOpenSettings = async () =>
    (await testChannel.call('GET', '/open/v1/chats/settings', { token })).body.content
  const readOwnSettings = async () => (await viewer.callConsole('GET', '/chat/settings')).body.content
  assert.deepEqual(await readOwnSettings(), await readOpenSettings())
  assert.deepEqual(statusAndMessage(await viewer.callConsole('PATCH', '/chat/settings', valid)), [200, null])
  assert.deepEqual(await readOpenSettings(), valid)
  await testChannel.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 5 } })
  await viewer.callConsole('PATCH', '/chat/settings', { chatEmojiMode: false, chatAvailableGroup: null })
  assert.deepEqual(await readOwnSettings(), { ...valid, chatSlowModeSec: 5, chatEmojiMode: false })
  await viewer.callConsole('PATCH', '/chat/settings', {})
  assert.deepEqual(await readOwnSettings(), await readOpenSettings())
})

test('every value that the specification allows is taken in the studio, and no other', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const updateSettings = async (body: object) => (await viewer.callConsole('PATCH', '/chat/settings', body)).status
  for (const minFollowerMinute of limits.minFollowerMinutes)
    assert.equal(await updateSettings({ minFollowerMinute }), 200)
  for (const chatSlowModeSec of limits.chatSlowModeSecs) assert.equal(await updateSettings({ chatSlowModeSec }), 200)
  for (const chatSlowModeSec of [1, 4, 301]) assert.equal(await updateSettings({ chatSlowModeSec }), 400)
  assert.deepEqual(await findAcceptedInvalidInputs(viewer, consoleChatSettings.updateChatSettings, { body: valid }), [])
})

test('a notice is put up, seen, replaced through the open interface, and taken down', async () => {
  await using testChannel = await openConsoleTestApp()
  const { clock, viewer } = testChannel
  const token = await testChannel.grantToken(viewer.channelId)
  const readNotice = async () =>
    (await viewer.callConsole('GET', `/channels/${viewer.channelId}/notice`)).body.content.notice
  assert.equal(await readNotice(), null)
  assert.deepEqual(
    statusAndMessage(
      await viewer.callConsole('PUT', `/channels/${viewer.channelId}/notice`, { message: '오늘은 8시에 끝납니다' }),
    ),
    [200, null],
  )
  const createdDate = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
  assert.deepEqual(await readNotice(), { message: '오늘은 8시에 끝납니다', createdDate })
  await testChannel.call('POST', '/open/v1/chats/notice', { token, json: { message: '9시로 바뀌었습니다' } })
  assert.equal((await readNotice()).message, '9시로 바뀌었습니다')
  for (const _ of [1, 2])
    assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', `/channels/${viewer.channelId}/notice`)), [
      200,
      null,
    ])
  assert.equal(await readNotice(), null)
  const others = await testChannel.deps.db.read.selectFrom('chat_notice').selectAll().execute()
  assert.deepEqual(others, [])
})

test('a notice is a text that the chat takes', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const putNotice = async (message: string) =>
    (await viewer.callConsole('PUT', `/channels/${viewer.channelId}/notice`, { message })).status
  assert.equal(await putNotice('가'.repeat(100)), 200)
  for (const message of ['가'.repeat(101), '  ', '\ud800']) assert.equal(await putNotice(message), 400)
  assert.deepEqual(
    await findAcceptedInvalidInputs(viewer, consoleModeration.putNotice, {
      pathParams: { channelId: viewer.channelId },
      body: { message: 'a notice' },
    }),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApp } from '../test/test-app.ts'

test('a token answers who it stands for', async () => {
  await using testApp = await openTestApp()
  const { token, channelId, channelName } = await testApp.createFixture()
  const { status, body } = await testApp.call('GET', '/open/v1/users/me', { token })
  assert.equal(status, 200)
  assert.deepEqual(body, { code: 200, message: null, content: { channelId, channelName, nickname: channelName } })
})

test('without credentials the answer is 401 UNAUTHORIZED, whatever the body holds', async () => {
  await using testApp = await openTestApp()
  const { status, body } = await testApp.call('POST', '/open/v1/chats/send', { raw: '{"message":' })
  assert.equal(status, 401)
  assert.deepEqual(body, { code: 401, message: 'UNAUTHORIZED' })
})

test('a missing scope is refused before the body is looked at', async () => {
  await using testApp = await openTestApp()
  const { channelId, client } = await testApp.createFixture()
  const { accessToken } = await testApp.sandbox('POST', '/grants', {
    clientId: client.clientId,
    channelId,
    scopes: ['유저 정보 조회'],
  })
  const { status, body } = await testApp.call('POST', '/open/v1/chats/send', { token: accessToken, raw: 'no json' })
  assert.deepEqual([status, body.message], [403, 'FORBIDDEN'])
})

test('a wrong value is refused with the Korean message of the specification', async () => {
  await using testApp = await openTestApp()
  const { token } = await testApp.createFixture()
  const { status, body } = await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 5 } })
  assert.deepEqual([status, body], [400, { code: 400, message: '잘못된 값을 입력했습니다.' }])
})

test('an unknown path is 404 and a wrong method 405, both in the envelope', async () => {
  await using testApp = await openTestApp()
  assert.deepEqual((await testApp.call('GET', '/open/v1/nothing')).body, { code: 404, message: 'NOT_FOUND' })
  assert.deepEqual((await testApp.call('DELETE', '/open/v1/users/me')).body, {
    code: 405,
    message: 'METHOD_NOT_ALLOWED',
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

describe('request pipeline', () => {
  test('returns content in the envelope', async () => {
    await using testApp = await openTestApp()
    const { token, channelId, channelName } = await testApp.createFixture()
    const { status, body } = await testApp.call('GET', '/open/v1/users/me', { token })
    assert.equal(status, 200)
    assert.deepEqual(body, { code: 200, message: null, content: { channelId, channelName, nickname: channelName } })
  })

  test('returns 401 without credentials, also for an invalid body', async () => {
    await using testApp = await openTestApp()
    const { status, body } = await testApp.call('POST', '/open/v1/chats/send', { raw: '{"message":' })
    assert.equal(status, 401)
    assert.deepEqual(body, { code: 401, message: 'UNAUTHORIZED' })
  })

  // Gap 15.
  test('returns 403 for a missing scope before it validates the body', async () => {
    await using testApp = await openTestApp()
    const { channelId, client } = await testApp.createFixture()
    const { accessToken } = await testApp.act('createGrant', {
      clientId: client.clientId,
      channelId,
      scopes: ['유저 정보 조회'],
    })
    const { status, body } = await testApp.call('POST', '/open/v1/chats/send', { token: accessToken, raw: 'no json' })
    assert.equal(status, 403)
    assert.equal(body.message, 'FORBIDDEN')
  })

  // Gap 6.
  test('returns 400 with the message of the specification', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const { status, body } = await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 5 } })
    assert.deepEqual([status, body], [400, { code: 400, message: '잘못된 값을 입력했습니다.' }])
  })

  // Gap 4.
  test('returns 404 for an unknown path and 405 for a wrong method, in the envelope', async () => {
    await using testApp = await openTestApp()
    assert.deepEqual((await testApp.call('GET', '/open/v1/nothing')).body, { code: 404, message: 'NOT_FOUND' })
    for (const [path, allowed] of [
      ['/open/v1/users/me', 'GET, HEAD'],
      ['/open/v1/restrict-channels', 'GET, HEAD, POST, DELETE'],
      ['/auth/v1/token', 'POST'],
    ] as const) {
      const { headers, body } = await testApp.call('PATCH', path)
      assert.deepEqual(body, { code: 405, message: 'METHOD_NOT_ALLOWED' })
      assert.equal(headers.get('allow'), allowed)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

const getMe = async (testApp: TestApp, token: string) =>
  (await testApp.call('GET', '/open/v1/users/me', { token })).status

describe('caller cache', () => {
  test('evicts a revoked token before the revocation responds', async () => {
    await using testApp = await openTestApp()
    const { token, client } = await testApp.createFixture()
    assert.equal(await getMe(testApp, token), 200)
    await testApp.call('POST', '/auth/v1/token/revoke', { json: { ...client, token } })
    assert.equal(await getMe(testApp, token), 401)
  })

  test('does not cache a caller that a concurrent call loaded before the revocation', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    for (let round = 0; round < 20; round++) {
      const { accessToken } = await testApp.act('createGrant', { clientId: client.clientId, channelId })
      const calls = Array.from({ length: 10 }, () => getMe(testApp, accessToken))
      const json = { ...client, token: accessToken }
      const [revoked] = await Promise.all([testApp.call('POST', '/auth/v1/token/revoke', { json }), ...calls])
      assert.equal(revoked.status, 200)
      assert.equal(await getMe(testApp, accessToken), 401)
    }
  })

  test('expires a cached token to the millisecond', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    testApp.clock.setSystemOffsetMs(86_399_999)
    assert.equal(await getMe(testApp, token), 200)
    testApp.clock.setSystemOffsetMs(86_400_000)
    assert.equal(await getMe(testApp, token), 401)
  })

  test('evicts a token when its scopes change', async () => {
    await using testApp = await openTestApp()
    const { token, client, channelId } = await testApp.createFixture()
    assert.equal(await getMe(testApp, token), 200)
    await testApp.act('createGrant', { clientId: client.clientId, channelId, scopes: ['채팅 메시지 쓰기'] })
    assert.equal(await getMe(testApp, token), 403)
  })
})

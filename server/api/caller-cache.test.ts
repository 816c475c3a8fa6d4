import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApp, type TestApp } from '../test/test-app.ts'

const getMe = async (testApp: TestApp, token: string) =>
  (await testApp.call('GET', '/open/v1/users/me', { token })).status

test('a token that was just used is dead as soon as its revocation is answered', async () => {
  await using testApp = await openTestApp()
  const { token, client } = await testApp.createFixture()
  assert.equal(await getMe(testApp, token), 200)
  await testApp.call('POST', '/auth/v1/token/revoke', { json: { ...client, token } })
  assert.equal(await getMe(testApp, token), 401)
})

test('no call that was under way brings a revoked token back', async () => {
  await using testApp = await openTestApp()
  const { client, channelId } = await testApp.createFixture()
  for (let round = 0; round < 20; round++) {
    const { accessToken } = await testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    const calls = Array.from({ length: 10 }, () => getMe(testApp, accessToken))
    const json = { ...client, token: accessToken }
    const [revoked] = await Promise.all([testApp.call('POST', '/auth/v1/token/revoke', { json }), ...calls])
    assert.equal(revoked.status, 200)
    assert.equal(await getMe(testApp, accessToken), 401)
  }
})

test('a remembered token expires in its very millisecond', async () => {
  await using testApp = await openTestApp()
  const { token } = await testApp.createFixture()
  testApp.clock.setOffsetMs(86_399_999)
  assert.equal(await getMe(testApp, token), 200)
  testApp.clock.setOffsetMs(86_400_000)
  assert.equal(await getMe(testApp, token), 401)
})

test('a scope that was taken away is missing at once', async () => {
  await using testApp = await openTestApp()
  const { token, client, channelId } = await testApp.createFixture()
  assert.equal(await getMe(testApp, token), 200)
  await testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId, scopes: ['채팅 메시지 쓰기'] })
  assert.equal(await getMe(testApp, token), 403)
})

test('what was remembered is forgotten at a reset', async () => {
  await using testApp = await openTestApp()
  const { token, client } = await testApp.createFixture()
  const callAsClient = async () => (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).status
  assert.deepEqual([await getMe(testApp, token), await callAsClient()], [200, 200])
  await testApp.sandbox('POST', '/reset')
  assert.deepEqual([await getMe(testApp, token), await callAsClient()], [401, 401])
})

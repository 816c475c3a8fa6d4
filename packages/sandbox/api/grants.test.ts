import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandboxApp, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const unknownChannelId = '0'.repeat(32)
const me = async (testApp: SandboxApp, token: string) =>
  (await testApp.call('GET', '/open/v1/users/me', { token })).status

describe('createGrant', () => {
  test('returns a token set that works at once', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, client } = await testApp.createFixture()
    const set = await testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    assert.deepEqual(Object.keys(set), ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'scope', 'scopes'])
    assert.equal(await me(testApp, set.accessToken), 200)
    const json = { grantType: 'refresh_token', ...client, refreshToken: set.refreshToken }
    assert.equal((await testApp.call('POST', '/auth/v1/token', { json })).status, 200)
  })

  test('uses the wire profile of the application', async () => {
    await using testApp = await openSandboxApp()
    const { channelId } = await testApp.createFixture()
    for (const [wireProfile, expiresIn] of [
      ['observed', 86_400],
      ['documented', '86400'],
    ]) {
      const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/', wireProfile }
      const { clientId } = await testApp.sandbox('POST', '/apps', app)
      assert.equal((await testApp.sandbox('POST', '/grants', { clientId, channelId })).expiresIn, expiresIn)
    }
  })

  test('uses the configured wire profile where the application has none', async () => {
    await using testApp = await openSandboxApp({ settings: { wireProfile: 'observed' } })
    const { channelId, client } = await testApp.createFixture()
    const set = await testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    assert.equal(set.expiresIn, 86_400)
  })

  test('replaces the scopes, also for earlier tokens', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, client, token } = await testApp.createFixture()
    const createGrant = (scopes: string[]) =>
      testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId, scopes })
    assert.deepEqual((await createGrant(['채팅 메시지 쓰기'])).scopes, ['채팅 메시지 쓰기'])
    assert.equal(await me(testApp, token), 403)
    assert.deepEqual((await createGrant([])).scopes, [])
    const wider = await createGrant(['채팅 메시지 쓰기', '유저 정보 조회'])
    assert.equal(wider.scope, '유저 정보 조회 채팅 메시지 쓰기')
    assert.equal(await me(testApp, token), 200)
  })

  test('returns 400 for a scope that the application lacks', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, client } = await testApp.createFixture({ scopes: ['유저 정보 조회'] })
    for (const scope of ['후원 조회', 'DROPS', 'nonsense']) {
      const json = { clientId: client.clientId, channelId, scopes: [scope] }
      const { status, body } = await testApp.call('POST', '/sandbox/v1/grants', { json })
      assert.equal(status, 400)
      assert.match(body.message ?? '', /scopes: the application does not have the scope "/)
    }
  })

  test('returns 404 and names the field, as withdrawGrant does', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, client } = await testApp.createFixture()
    for (const method of ['POST', 'DELETE'])
      for (const [field, json] of [
        ['clientId', { clientId: 'unknown', channelId }],
        ['channelId', { clientId: client.clientId, channelId: unknownChannelId }],
      ] as const) {
        const { status, body } = await testApp.call(method, '/sandbox/v1/grants', { json })
        assert.equal(status, 404)
        assert.match(body.message ?? '', new RegExp(`^NOT_FOUND \\(${field}: no such`))
      }
  })
})

describe('withdrawGrant', () => {
  test('revokes every token once, with its fields in the body or the query', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, client, token } = await testApp.createFixture()
    const grant = { clientId: client.clientId, channelId }
    assert.equal(await testApp.sandbox('DELETE', '/grants', grant), null)
    assert.equal(await me(testApp, token), 401)
    const { status, body } = await testApp.call('DELETE', '/sandbox/v1/grants', { json: grant })
    assert.deepEqual([status, body.message], [404, 'NOT_FOUND (no grant of this channel for this application)'])

    const { accessToken } = await testApp.sandbox('POST', '/grants', grant)
    const query = new URLSearchParams(grant).toString()
    assert.equal((await testApp.call('DELETE', `/sandbox/v1/grants?${query}`)).status, 200)
    assert.equal(await me(testApp, accessToken), 401)
  })
})

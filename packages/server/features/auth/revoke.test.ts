import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs, invalidClient, invalidToken, openAuthTestApp, statusAndMessage, invalidValue } from './test-helpers.ts'

describe('revoking', () => {
  for (const kind of ['access_token', 'refresh_token'] as const)
    for (const hint of [undefined, 'access_token', 'refresh_token'] as const)
      test(`with an ${kind} and the hint ${hint} revokes every token of the application and the person`, async () => {
        await using auth = await openAuthTestApp()
        const second = (await auth.exchange(await auth.createCode())).body.content
        const { status, body } = await auth.revoke(kind === 'access_token' ? auth.token : auth.refreshToken, hint)
        assert.deepEqual([status, body], [200, { code: 200, message: null, content: null }])
        assert.deepEqual(
          [await auth.isTokenValid(auth.token), await auth.isTokenValid(second.accessToken)],
          [false, false],
        )
        assert.deepEqual(statusAndMessage(await auth.refresh(second.refreshToken)), invalidToken)
      })

  test('revokes codes that are not exchanged yet', async () => {
    await using auth = await openAuthTestApp()
    const code = await auth.createCode()
    await auth.revoke(auth.token)
    assert.deepEqual(statusAndMessage(await auth.exchange(code)), invalidToken)
  })

  test('works at /auth/v1/revoke too', async () => {
    await using auth = await openAuthTestApp()
    const { status } = await auth.call('POST', '/auth/v1/revoke', { json: { ...auth.client, token: auth.token } })
    assert.equal(status, 200)
    assert.equal(await auth.isTokenValid(auth.token), false)
  })

  test('accepts a form-encoded revocation', async () => {
    await using auth = await openAuthTestApp()
    const form = { ...auth.client, token: auth.token, tokenTypeHint: 'access_token' }
    assert.equal((await auth.call('POST', '/auth/v1/token/revoke', { form })).status, 200)
    assert.equal(await auth.isTokenValid(auth.token), false)
  })

  // Gap 13.
  test('returns 401 for a token that is revoked, unknown, expired or used', async () => {
    await using auth = await openAuthTestApp()
    const { refreshToken } = (await auth.refresh(auth.refreshToken)).body.content
    assert.deepEqual(statusAndMessage(await auth.revoke(auth.refreshToken)), invalidToken)
    assert.deepEqual(statusAndMessage(await auth.revoke('unknown')), invalidToken)
    auth.clock.advance(dayMs)
    assert.deepEqual(statusAndMessage(await auth.revoke(auth.token)), invalidToken)
    assert.equal((await auth.revoke(refreshToken)).status, 200)
    assert.deepEqual(statusAndMessage(await auth.revoke(refreshToken)), invalidToken)
  })

  test('rejects the token of another application', async () => {
    await using auth = await openAuthTestApp()
    const other = await auth.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    assert.deepEqual(statusAndMessage(await auth.revoke(auth.token, undefined, other)), invalidToken)
    assert.deepEqual(
      statusAndMessage(await auth.revoke(auth.token, undefined, { ...other, clientSecret: 'x' })),
      invalidClient,
    )
    assert.equal(await auth.isTokenValid(auth.token), true)
  })

  test('keeps the tokens of other applications and of other people', async () => {
    await using auth = await openAuthTestApp()
    const other = await auth.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    const { channelId } = await auth.act('createPerson', { channelName: '다른 사람' })
    const createGrant = async (clientId: string, channelId: string) =>
      (await auth.act('createGrant', { clientId, channelId })).accessToken
    const otherApp = await createGrant(other.clientId, auth.channelId)
    const otherPerson = await createGrant(auth.client.clientId, channelId)
    await auth.revoke(auth.token)
    assert.deepEqual([await auth.isTokenValid(otherApp), await auth.isTokenValid(otherPerson)], [true, true])
  })

  test('returns 400 for a missing token or an unknown hint', async () => {
    await using auth = await openAuthTestApp()
    const revokeWith = (json: object) =>
      auth.call('POST', '/auth/v1/token/revoke', { json: { ...auth.client, ...json } })
    assert.deepEqual(statusAndMessage(await revokeWith({})), invalidValue)
    assert.deepEqual(statusAndMessage(await revokeWith({ token: auth.token, tokenTypeHint: 'id_token' })), invalidValue)
    assert.equal(await auth.isTokenValid(auth.token), true)
  })

  test('a new consent does not restore old tokens', async () => {
    await using auth = await openAuthTestApp()
    await auth.revoke(auth.token)
    const { accessToken } = (await auth.exchange(await auth.createCode())).body.content
    assert.deepEqual([await auth.isTokenValid(accessToken), await auth.isTokenValid(auth.token)], [true, false])
    assert.deepEqual(statusAndMessage(await auth.refresh(auth.refreshToken)), invalidToken)
    assert.equal(await auth.isTokenValid(accessToken), true)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { dayMs, invalidClient, invalidToken, openAuthTestApp, statusAndMessage, invalidValue } from './test-helpers.ts'

describe('exchanging a code', () => {
  // Gap 8.
  test('returns a token set with exactly the specified fields', async () => {
    await using auth = await openAuthTestApp({ scopes: ['유저 정보 조회', '채팅 메시지 조회'] })
    const { status, body } = await auth.exchange(await auth.createCode())
    assert.equal(status, 200)
    const { accessToken, refreshToken, ...rest } = body.content
    assert.match(accessToken, /^[\w-]{54}$/)
    assert.match(refreshToken, /^[\w-]{43}$/)
    assert.notEqual(accessToken, refreshToken)
    assert.deepEqual(rest, {
      tokenType: 'Bearer',
      expiresIn: '86400',
      scope: '유저 정보 조회 채팅 메시지 조회',
      scopes: ['유저 정보 조회', '채팅 메시지 조회'],
    })
    assert.equal(await auth.isTokenValid(accessToken), true)
  })

  test('returns expiresIn as a number in the observed wire profile', async () => {
    await using auth = await openAuthTestApp({ wireProfile: 'observed' })
    const issued = await auth.exchange(await auth.createCode())
    const refreshed = await auth.refresh(issued.body.content.refreshToken)
    assert.deepEqual([issued.body.content.expiresIn, refreshed.body.content.expiresIn], [86_400, 86_400])
  })

  // Gap 23.
  test('accepts a form-encoded body', async () => {
    await using auth = await openAuthTestApp()
    const code = await auth.createCode()
    const form = { grantType: 'authorization_code', ...auth.client, code, state: 'any state' }
    const { status, body } = await auth.call('POST', '/auth/v1/token', { form })
    assert.equal(status, 200)
    assert.equal(await auth.isTokenValid(body.content.accessToken), true)
  })

  test('a code expires after exactly 10 minutes', async () => {
    await using auth = await openAuthTestApp()
    const inTime = await auth.createCode()
    const late = await auth.createCode()
    auth.clock.advance(limits.authorizationCodeSec * 1000 - 1)
    assert.equal((await auth.exchange(inTime)).status, 200)
    auth.clock.advance(1)
    assert.deepEqual(statusAndMessage(await auth.exchange(late)), invalidToken)
  })

  test('an access token expires after exactly one day', async () => {
    await using auth = await openAuthTestApp()
    const { accessToken } = (await auth.exchange(await auth.createCode())).body.content
    auth.clock.advance(dayMs - 1)
    assert.equal(await auth.isTokenValid(accessToken), true)
    auth.clock.advance(1)
    assert.equal(await auth.isTokenValid(accessToken), false)
  })

  // Gap 9.
  test('a second use of a code revokes the grant and its tokens', async () => {
    await using auth = await openAuthTestApp()
    const code = await auth.createCode()
    const { accessToken, refreshToken } = (await auth.exchange(code)).body.content
    assert.deepEqual(statusAndMessage(await auth.exchange(code)), invalidToken)
    assert.equal(await auth.isTokenValid(accessToken), false)
    assert.deepEqual(statusAndMessage(await auth.refresh(refreshToken)), invalidToken)
  })

  test('rejects the code of another application, which stays valid for its own', async () => {
    await using auth = await openAuthTestApp()
    const other = await auth.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    const code = await auth.createCode()
    assert.deepEqual(statusAndMessage(await auth.exchange(code, other)), invalidToken)
    assert.equal((await auth.exchange(code)).status, 200)
  })

  test('a second use of an expired code does not revoke the grant', async () => {
    await using auth = await openAuthTestApp()
    const code = await auth.createCode()
    auth.clock.advance(limits.authorizationCodeSec * 1000)
    await auth.exchange(code)
    await auth.exchange(code)
    assert.equal(await auth.isTokenValid(auth.token), true)
  })

  // Gap 10.
  test('compares the state with that of the code only if the application requires it', async () => {
    await using auth = await openAuthTestApp()
    const exchangeCode = (code: string, state: string) =>
      auth.call('POST', '/auth/v1/token', { json: { grantType: 'authorization_code', ...auth.client, code, state } })
    assert.equal((await exchangeCode(await auth.createCode('mine'), 'another')).status, 200)

    await auth.deps.db.transaction((tx) => tx.updateTable('app').set({ strict_state: true }).execute())
    const code = await auth.createCode('mine')
    assert.deepEqual(statusAndMessage(await exchangeCode(code, 'another')), invalidToken)
    assert.equal((await exchangeCode(code, 'mine')).status, 200)
  })
})

describe('invalid requests', () => {
  // Gap 14.
  test('gives a wrong client id, a wrong secret and the secret of another application the same response', async () => {
    await using auth = await openAuthTestApp()
    const { clientId, clientSecret } = auth.client
    const other = await auth.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    const code = await auth.createCode()
    for (const credentials of [
      { clientId: 'unknown', clientSecret },
      { clientId, clientSecret: 'wrong' },
      { clientId, clientSecret: other.clientSecret },
    ])
      assert.deepEqual((await auth.exchange(code, credentials)).body, { code: 401, message: 'INVALID_CLIENT' })
    assert.deepEqual(
      statusAndMessage(await auth.refresh(auth.refreshToken, { clientId, clientSecret: 'x' })),
      invalidClient,
    )
    assert.equal((await auth.exchange(code)).status, 200)
  })

  // Gap 15.
  test('a wrong client is refused before what else is wrong with the body', async () => {
    await using auth = await openAuthTestApp()
    for (const [path, rest] of [
      ['/auth/v1/token', { grantType: 'password' }],
      ['/auth/v1/token', { grantType: 'refresh_token', refreshToken: 5 }],
      ['/auth/v1/token/revoke', { tokenTypeHint: 'id_token' }],
    ] as const) {
      const post = (client: object) => auth.call('POST', path, { json: { ...client, ...rest } })
      assert.deepEqual(statusAndMessage(await post({ ...auth.client, clientSecret: 'wrong' })), invalidClient)
      assert.equal((await post(auth.client)).status, 400)
    }
  })

  for (const [grantType, missing] of [
    ['authorization_code', ['clientId', 'clientSecret', 'code', 'state', 'grantType']],
    ['refresh_token', ['clientId', 'clientSecret', 'refreshToken']],
  ] as const)
    test(`${grantType} returns 400 when ${missing.join(', ')} is missing, empty or a number`, async () => {
      await using auth = await openAuthTestApp()
      const valid = {
        grantType,
        ...auth.client,
        code: await auth.createCode(),
        state: 's',
        refreshToken: auth.refreshToken,
      }
      for (const field of missing)
        for (const value of [undefined, '', 5]) {
          const { status, body } = await auth.call('POST', '/auth/v1/token', { json: { ...valid, [field]: value } })
          assert.deepEqual([field, value, status, body.message], [field, value, ...invalidValue])
        }
    })

  test('names the missing field in the observed wire profile', async () => {
    await using auth = await openAuthTestApp({ wireProfile: 'observed' })
    const json = { grantType: 'refresh_token', ...auth.client }
    const { body } = await auth.call('POST', '/auth/v1/token', { json })
    assert.equal(body.message, 'refreshToken 값이 올바르지 않습니다.')
  })

  test('returns 400 for an unknown grantType', async () => {
    await using auth = await openAuthTestApp()
    const json = { grantType: 'client_credentials', ...auth.client }
    assert.deepEqual(statusAndMessage(await auth.call('POST', '/auth/v1/token', { json })), invalidValue)
  })
})

describe('secrets', () => {
  test('stores tokens, codes and client secrets only as hashes or encrypted', async () => {
    await using auth = await openAuthTestApp()
    const code = await auth.createCode()
    const { accessToken, refreshToken } = (await auth.exchange(code)).body.content
    const secrets = [code, accessToken, refreshToken, auth.client.clientSecret]
    for (const table of ['authorization_code', 'access_token', 'refresh_token', 'app_secret'] as const) {
      const rows = await auth.deps.db.read.selectFrom(table).selectAll().execute()
      const stored = rows
        .flatMap((row) => Object.values(row))
        .map((value) => (value instanceof Buffer ? value.toString('latin1') : String(value)))
      assert.notEqual(stored.length, 0)
      for (const secret of secrets)
        assert.equal(
          stored.some((value) => value.includes(secret)),
          false,
        )
    }
  })

  test('the token endpoint exists in production', async () => {
    await using testApp = await openTestApp({ settings: { mode: 'production' } })
    const json = { grantType: 'refresh_token', clientId: 'unknown', clientSecret: 'nothing', refreshToken: 'none' }
    assert.deepEqual(statusAndMessage(await testApp.call('POST', '/auth/v1/token', { json })), invalidClient)
  })
})

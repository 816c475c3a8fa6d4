import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { createAuthorizationCode } from '../../../../tests/support/apps/auth-codes.ts'
import { updateApp } from '../apps/update-app.ts'
import { dayMs, invalidToken, openAuthTestApp, statusAndMessage } from './test-helpers.ts'

describe('exchange', () => {
  test('rejects a code whose redirect URI the application has changed since', async () => {
    await using auth = await openAuthTestApp()
    const { channelId, deps } = auth
    const redirectUri = 'https://bot.example.com/callback'
    const client = await auth.act('createApp', { name: 'owned', redirectUri, ownerChannelId: channelId })
    const { clientId } = client
    const createCode = () => createAuthorizationCode({ clientId, channelId }, deps)
    const before = await createCode()
    await updateApp({ channelId, clientId }, { redirectUri: 'https://evil.example/callback' }, deps.config, deps)
    const during = await createCode()
    assert.deepEqual(statusAndMessage(await auth.exchange(before, client)), invalidToken)
    await updateApp({ channelId, clientId }, { redirectUri }, deps.config, deps)
    assert.deepEqual(statusAndMessage(await auth.exchange(during, client)), invalidToken)
    assert.equal((await auth.exchange(await createCode(), client)).status, 200)
  })
})

describe('refreshing', () => {
  test('returns a new token set; the older access token stays valid', async () => {
    await using auth = await openAuthTestApp({ scopes: ['유저 정보 조회'] })
    const { status, body } = await auth.refresh(auth.refreshToken)
    assert.equal(status, 200)
    const { accessToken, refreshToken, ...rest } = body.content
    assert.deepEqual(rest, {
      tokenType: 'Bearer',
      expiresIn: '86400',
      scope: '유저 정보 조회',
      scopes: ['유저 정보 조회'],
    })
    assert.notEqual(refreshToken, auth.refreshToken)
    assert.deepEqual([await auth.isTokenValid(accessToken), await auth.isTokenValid(auth.token)], [true, true])
  })

  test('a refresh token expires after 30 days, long after the access token', async () => {
    await using auth = await openAuthTestApp()
    const { refreshToken: other } = await auth.act('createGrant', {
      clientId: auth.client.clientId,
      channelId: auth.channelId,
    })
    auth.clock.advance(limits.refreshTokenSec * 1000 - 1)
    assert.equal(await auth.isTokenValid(auth.token), false)
    assert.equal((await auth.refresh(auth.refreshToken)).status, 200)
    auth.clock.advance(1)
    assert.deepEqual(statusAndMessage(await auth.refresh(other)), invalidToken)
  })

  test('a refreshed token set has new lifetimes', async () => {
    await using auth = await openAuthTestApp()
    auth.clock.advance(20 * dayMs)
    const { accessToken, refreshToken } = (await auth.refresh(auth.refreshToken)).body.content
    auth.clock.advance(dayMs - 1)
    assert.equal(await auth.isTokenValid(accessToken), true)
    auth.clock.advance(1)
    assert.equal(await auth.isTokenValid(accessToken), false)
    auth.clock.advance(28 * dayMs)
    assert.equal((await auth.refresh(refreshToken)).status, 200)
  })

  // Gap 11.
  test('a second use of a refresh token revokes the grant, the newest tokens included', async () => {
    await using auth = await openAuthTestApp()
    const { accessToken, refreshToken } = (await auth.refresh(auth.refreshToken)).body.content
    assert.deepEqual(statusAndMessage(await auth.refresh(auth.refreshToken)), invalidToken)
    assert.deepEqual(statusAndMessage(await auth.refresh(refreshToken)), invalidToken)
    assert.deepEqual([await auth.isTokenValid(accessToken), await auth.isTokenValid(auth.token)], [false, false])
  })

  test('rejects the refresh token of another application, which stays valid for its own', async () => {
    await using auth = await openAuthTestApp()
    const other = await auth.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    assert.deepEqual(statusAndMessage(await auth.refresh(auth.refreshToken, other)), invalidToken)
    assert.equal((await auth.refresh(auth.refreshToken)).status, 200)
  })

  test('rejects an access token and a code', async () => {
    await using auth = await openAuthTestApp()
    for (const wrong of [auth.token, await auth.createCode(), 'nonsense'])
      assert.deepEqual(statusAndMessage(await auth.refresh(wrong)), invalidToken)
    assert.equal(await auth.isTokenValid(auth.token), true)
  })

  test('returns the current scopes of the grant', async () => {
    await using auth = await openAuthTestApp()
    const { clientId } = auth.client
    await auth.act('createGrant', { clientId, channelId: auth.channelId, scopes: ['채팅 메시지 쓰기'] })
    const { body } = await auth.refresh(auth.refreshToken)
    assert.equal(body.content.scope, '채팅 메시지 쓰기')
  })
})

describe('clock changes', () => {
  test('expired and used tokens stay invalid when the clock moves two days ahead and back', async () => {
    await using auth = await openAuthTestApp()
    const unused = await auth.createCode()
    const usedCode = await auth.createCode()
    const fresh = (await auth.exchange(usedCode)).body.content
    const advanceBy = (ms: number) => auth.clock.setSystemOffsetMs(auth.clock.systemOffsetMs() + ms)

    advanceBy(2 * dayMs)
    assert.deepEqual([await auth.isTokenValid(auth.token), await auth.isTokenValid(fresh.accessToken)], [false, false])
    advanceBy(-3 * 3_600_000)
    assert.deepEqual([await auth.isTokenValid(auth.token), await auth.isTokenValid(fresh.accessToken)], [false, false])
    assert.deepEqual(statusAndMessage(await auth.exchange(unused)), invalidToken)
    assert.equal((await auth.refresh(fresh.refreshToken)).status, 200)
    advanceBy(-40 * dayMs)
    assert.deepEqual(statusAndMessage(await auth.refresh(fresh.refreshToken)), invalidToken)
    assert.deepEqual(statusAndMessage(await auth.exchange(usedCode)), invalidToken)
  })

  test('a revoked token stays revoked when the clock moves back before its issue', async () => {
    await using auth = await openAuthTestApp()
    await auth.revoke(auth.token)
    auth.clock.setSystemOffsetMs(-3 * 3_600_000)
    assert.equal(await auth.isTokenValid(auth.token), false)
    assert.deepEqual(statusAndMessage(await auth.refresh(auth.refreshToken)), invalidToken)
  })
})

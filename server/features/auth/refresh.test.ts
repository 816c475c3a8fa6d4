import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { dayMs, invalidToken, openAuth, refusalIn } from './testing.ts'

test('a refresh answers a new token set with the scopes, and the older access token stays good', async () => {
  await using auth = await openAuth({ scopes: ['유저 정보 조회'] })
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
  assert.deepEqual([await auth.isAlive(accessToken), await auth.isAlive(auth.token)], [true, true])
})

test('a refresh token works after the access token is long dead, until its thirtieth day is over', async () => {
  await using auth = await openAuth()
  const { refreshToken: other } = await auth.play('POST', '/grants', {
    clientId: auth.client.clientId,
    channelId: auth.channelId,
  })
  auth.clock.advance(limits.refreshTokenSec * 1000 - 1)
  assert.equal(await auth.isAlive(auth.token), false)
  assert.equal((await auth.refresh(auth.refreshToken)).status, 200)
  auth.clock.advance(1)
  assert.deepEqual(refusalIn(await auth.refresh(other)), invalidToken)
})

test('a refreshed token set has lifetimes of its own', async () => {
  await using auth = await openAuth()
  auth.clock.advance(20 * dayMs)
  const { accessToken, refreshToken } = (await auth.refresh(auth.refreshToken)).body.content
  auth.clock.advance(dayMs - 1)
  assert.equal(await auth.isAlive(accessToken), true)
  auth.clock.advance(1)
  assert.equal(await auth.isAlive(accessToken), false)
  auth.clock.advance(28 * dayMs)
  assert.equal((await auth.refresh(refreshToken)).status, 200)
})

test('a refresh token used twice ends the whole grant, the newest tokens included', async () => {
  await using auth = await openAuth()
  const { accessToken, refreshToken } = (await auth.refresh(auth.refreshToken)).body.content
  assert.deepEqual(refusalIn(await auth.refresh(auth.refreshToken)), invalidToken)
  assert.deepEqual(refusalIn(await auth.refresh(refreshToken)), invalidToken)
  assert.deepEqual([await auth.isAlive(accessToken), await auth.isAlive(auth.token)], [false, false])
})

test('a refresh token of another application is refused and stays good for its own', async () => {
  await using auth = await openAuth()
  const other = await auth.play('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
  assert.deepEqual(refusalIn(await auth.refresh(auth.refreshToken, other)), invalidToken)
  assert.equal((await auth.refresh(auth.refreshToken)).status, 200)
})

test('an access token, or a code, is no refresh token', async () => {
  await using auth = await openAuth()
  for (const wrong of [auth.token, await auth.newCode(), 'nonsense'])
    assert.deepEqual(refusalIn(await auth.refresh(wrong)), invalidToken)
  assert.equal(await auth.isAlive(auth.token), true)
})

test('a refresh after the grant was narrowed has the narrower scopes', async () => {
  await using auth = await openAuth()
  const { clientId } = auth.client
  await auth.play('POST', '/grants', { clientId, channelId: auth.channelId, scopes: ['채팅 메시지 쓰기'] })
  const { body } = await auth.refresh(auth.refreshToken)
  assert.equal(body.content.scope, '채팅 메시지 쓰기')
})

test('what has ended stays ended when the clock jumps two days ahead and three hours back', async () => {
  await using auth = await openAuth()
  const unused = await auth.newCode()
  const usedCode = await auth.newCode()
  const fresh = (await auth.exchange(usedCode)).body.content
  const jump = (ms: number) => auth.clock.moveTo(auth.clock.offsetMs() + ms)

  jump(2 * dayMs)
  assert.deepEqual([await auth.isAlive(auth.token), await auth.isAlive(fresh.accessToken)], [false, false])
  jump(-3 * 3_600_000)
  assert.deepEqual([await auth.isAlive(auth.token), await auth.isAlive(fresh.accessToken)], [false, false])
  assert.deepEqual(refusalIn(await auth.exchange(unused)), invalidToken)
  assert.equal((await auth.refresh(fresh.refreshToken)).status, 200)
  jump(-40 * dayMs)
  assert.deepEqual(refusalIn(await auth.refresh(fresh.refreshToken)), invalidToken)
  assert.deepEqual(refusalIn(await auth.exchange(usedCode)), invalidToken)
})

test('a revoked token stays revoked when the clock goes back before it was issued', async () => {
  await using auth = await openAuth()
  await auth.revoke(auth.token)
  auth.clock.moveTo(-3 * 3_600_000)
  assert.equal(await auth.isAlive(auth.token), false)
  assert.deepEqual(refusalIn(await auth.refresh(auth.refreshToken)), invalidToken)
})

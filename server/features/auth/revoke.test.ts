import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, invalidClient, invalidToken, openAuth, refusalIn, wrongValue } from './testing.ts'

for (const kind of ['access_token', 'refresh_token'] as const)
  for (const hint of [undefined, 'access_token', 'refresh_token'] as const)
    test(`revoking by the ${kind} with the hint ${hint} ends every token of the application and the person`, async () => {
      await using auth = await openAuth()
      const second = (await auth.exchange(await auth.newCode())).body.content
      const { status, body } = await auth.revoke(kind === 'access_token' ? auth.token : auth.refreshToken, hint)
      assert.deepEqual([status, body], [200, { code: 200, message: null, content: null }])
      assert.deepEqual([await auth.isAlive(auth.token), await auth.isAlive(second.accessToken)], [false, false])
      assert.deepEqual(refusalIn(await auth.refresh(second.refreshToken)), invalidToken)
    })

test('the codes that were not yet exchanged end with the grant', async () => {
  await using auth = await openAuth()
  const code = await auth.newCode()
  await auth.revoke(auth.token)
  assert.deepEqual(refusalIn(await auth.exchange(code)), invalidToken)
})

test('the other path answers the same', async () => {
  await using auth = await openAuth()
  const { status } = await auth.call('POST', '/auth/v1/revoke', { json: { ...auth.client, token: auth.token } })
  assert.equal(status, 200)
  assert.equal(await auth.isAlive(auth.token), false)
})

test('a form-encoded revocation is read like a JSON one', async () => {
  await using auth = await openAuth()
  const form = { ...auth.client, token: auth.token, tokenTypeHint: 'access_token' }
  assert.equal((await auth.call('POST', '/auth/v1/token/revoke', { form })).status, 200)
  assert.equal(await auth.isAlive(auth.token), false)
})

test('a dead token is answered 401: revoked before, unknown, expired or used', async () => {
  await using auth = await openAuth()
  const { refreshToken } = (await auth.refresh(auth.refreshToken)).body.content
  assert.deepEqual(refusalIn(await auth.revoke(auth.refreshToken)), invalidToken)
  assert.deepEqual(refusalIn(await auth.revoke('unknown')), invalidToken)
  auth.clock.advance(dayMs)
  assert.deepEqual(refusalIn(await auth.revoke(auth.token)), invalidToken)
  assert.equal((await auth.revoke(refreshToken)).status, 200)
  assert.deepEqual(refusalIn(await auth.revoke(refreshToken)), invalidToken)
})

test("nobody can revoke another application's token", async () => {
  await using auth = await openAuth()
  const other = await auth.play('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
  assert.deepEqual(refusalIn(await auth.revoke(auth.token, undefined, other)), invalidToken)
  assert.deepEqual(refusalIn(await auth.revoke(auth.token, undefined, { ...other, clientSecret: 'x' })), invalidClient)
  assert.equal(await auth.isAlive(auth.token), true)
})

test("the person's tokens for other applications, and other people's for this one, live on", async () => {
  await using auth = await openAuth()
  const other = await auth.play('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
  const { channelId } = await auth.play('POST', '/people', { channelName: '다른 사람' })
  const grant = async (clientId: string, channelId: string) =>
    (await auth.play('POST', '/grants', { clientId, channelId })).accessToken
  const otherApp = await grant(other.clientId, auth.channelId)
  const otherPerson = await grant(auth.client.clientId, channelId)
  await auth.revoke(auth.token)
  assert.deepEqual([await auth.isAlive(otherApp), await auth.isAlive(otherPerson)], [true, true])
})

test('a missing token or a hint of another kind is a wrong value', async () => {
  await using auth = await openAuth()
  const give = (json: object) => auth.call('POST', '/auth/v1/token/revoke', { json: { ...auth.client, ...json } })
  assert.deepEqual(refusalIn(await give({})), wrongValue)
  assert.deepEqual(refusalIn(await give({ token: auth.token, tokenTypeHint: 'id_token' })), wrongValue)
  assert.equal(await auth.isAlive(auth.token), true)
})

test('consent given again after a revocation brings nothing old back', async () => {
  await using auth = await openAuth()
  await auth.revoke(auth.token)
  const { accessToken } = (await auth.exchange(await auth.newCode())).body.content
  assert.deepEqual([await auth.isAlive(accessToken), await auth.isAlive(auth.token)], [true, false])
  assert.deepEqual(refusalIn(await auth.refresh(auth.refreshToken)), invalidToken)
  assert.equal(await auth.isAlive(accessToken), true)
})

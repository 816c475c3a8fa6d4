import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene, type Scene } from '../testing/scene.ts'

const me = async (scene: Scene, token: string) => (await scene.call('GET', '/open/v1/users/me', { token })).status

test('a token that was just used is dead as soon as its revocation is answered', async () => {
  await using scene = await openScene()
  const { token, client } = await scene.cast()
  assert.equal(await me(scene, token), 200)
  await scene.call('POST', '/auth/v1/token/revoke', { json: { ...client, token } })
  assert.equal(await me(scene, token), 401)
})

test('no call that was under way brings a revoked token back', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  for (let round = 0; round < 20; round++) {
    const { accessToken } = await scene.play('POST', '/grants', { clientId: client.clientId, channelId })
    const calls = Array.from({ length: 10 }, () => me(scene, accessToken))
    const json = { ...client, token: accessToken }
    const [revoked] = await Promise.all([scene.call('POST', '/auth/v1/token/revoke', { json }), ...calls])
    assert.equal(revoked.status, 200)
    assert.equal(await me(scene, accessToken), 401)
  }
})

test('a remembered token expires in its very millisecond', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  scene.clock.moveTo(86_399_999)
  assert.equal(await me(scene, token), 200)
  scene.clock.moveTo(86_400_000)
  assert.equal(await me(scene, token), 401)
})

test('a scope that was taken away is missing at once', async () => {
  await using scene = await openScene()
  const { token, client, channelId } = await scene.cast()
  assert.equal(await me(scene, token), 200)
  await scene.play('POST', '/grants', { clientId: client.clientId, channelId, scopes: ['채팅 메시지 쓰기'] })
  assert.equal(await me(scene, token), 403)
})

test('what was remembered is forgotten at a reset', async () => {
  await using scene = await openScene()
  const { token, client } = await scene.cast()
  const asClient = async () => (await scene.call('GET', '/open/v1/sessions/auth/client', { client })).status
  assert.deepEqual([await me(scene, token), await asClient()], [200, 200])
  await scene.play('POST', '/reset')
  assert.deepEqual([await me(scene, token), await asClient()], [401, 401])
})

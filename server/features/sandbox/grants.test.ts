import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene, type Scene } from '../../testing/scene.ts'

const nobody = '0'.repeat(32)
const me = async (scene: Scene, token: string) => (await scene.call('GET', '/open/v1/users/me', { token })).status

test('a grant answers a token set that works at once', async () => {
  await using scene = await openScene()
  const { channelId, client } = await scene.cast()
  const set = await scene.play('POST', '/grants', { clientId: client.clientId, channelId })
  assert.deepEqual(Object.keys(set), ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'scope', 'scopes'])
  assert.equal(await me(scene, set.accessToken), 200)
  const json = { grantType: 'refresh_token', ...client, refreshToken: set.refreshToken }
  assert.equal((await scene.call('POST', '/auth/v1/token', { json })).status, 200)
})

test('a grant speaks the wire profile of its application', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  for (const [wireProfile, expiresIn] of [
    ['observed', 86_400],
    ['documented', '86400'],
  ]) {
    const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/', wireProfile }
    const { clientId } = await scene.play('POST', '/apps', app)
    assert.equal((await scene.play('POST', '/grants', { clientId, channelId })).expiresIn, expiresIn)
  }
})

test('applications that do not say speak the wire profile of the setting', async () => {
  await using scene = await openScene({ settings: { wireProfile: 'observed' } })
  const { channelId, client } = await scene.cast()
  const set = await scene.play('POST', '/grants', { clientId: client.clientId, channelId })
  assert.equal(set.expiresIn, 86_400)
})

test('a grant holds the scopes named last and no others, for the tokens from before too', async () => {
  await using scene = await openScene()
  const { channelId, client, token } = await scene.cast()
  const grant = (scopes: string[]) => scene.play('POST', '/grants', { clientId: client.clientId, channelId, scopes })
  assert.deepEqual((await grant(['채팅 메시지 쓰기'])).scopes, ['채팅 메시지 쓰기'])
  assert.equal(await me(scene, token), 403)
  assert.deepEqual((await grant([])).scopes, [])
  const wider = await grant(['채팅 메시지 쓰기', '유저 정보 조회'])
  assert.equal(wider.scope, '유저 정보 조회 채팅 메시지 쓰기')
  assert.equal(await me(scene, token), 200)
})

test('a scope that the application does not have is refused, naming the field', async () => {
  await using scene = await openScene()
  const { channelId, client } = await scene.cast({ scopes: ['유저 정보 조회'] })
  for (const scope of ['후원 조회', 'DROPS', 'nonsense']) {
    const json = { clientId: client.clientId, channelId, scopes: [scope] }
    const { status, body } = await scene.call('POST', '/sandbox/v1/grants', { json })
    assert.equal(status, 400)
    assert.match(body.message ?? '', /scopes: the application does not have "/)
  }
})

test('withdrawn consent ends every token of the two, once; the fields are read from the body or the query', async () => {
  await using scene = await openScene()
  const { channelId, client, token } = await scene.cast()
  const grant = { clientId: client.clientId, channelId }
  assert.equal(await scene.play('DELETE', '/grants', grant), null)
  assert.equal(await me(scene, token), 401)
  const { status, body } = await scene.call('DELETE', '/sandbox/v1/grants', { json: grant })
  assert.deepEqual([status, body.message], [404, 'NOT_FOUND (there is no grant between them)'])

  const { accessToken } = await scene.play('POST', '/grants', grant)
  const query = new URLSearchParams(grant).toString()
  assert.equal((await scene.call('DELETE', `/sandbox/v1/grants?${query}`)).status, 200)
  assert.equal(await me(scene, accessToken), 401)
})

test('an unknown application and an unknown person are not found, by the name of the field', async () => {
  await using scene = await openScene()
  const { channelId, client } = await scene.cast()
  for (const method of ['POST', 'DELETE'])
    for (const [field, json] of [
      ['clientId', { clientId: 'nobody', channelId }],
      ['channelId', { clientId: client.clientId, channelId: nobody }],
    ] as const) {
      const { status, body } = await scene.call(method, '/sandbox/v1/grants', { json })
      assert.equal(status, 404)
      assert.match(body.message ?? '', new RegExp(`^NOT_FOUND \\(${field}: there is no such`))
    }
})

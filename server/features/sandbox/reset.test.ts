import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../testing/session-client.ts'
import { openScene } from '../../testing/scene.ts'

test('a reset brings the first day back: the same demo world, and nobody else', async () => {
  await using scene = await openScene({ demo: true })
  const before = await scene.play('GET', '')
  const { channelId, client } = await scene.cast()
  assert.equal(await scene.play('POST', '/reset'), null)

  assert.deepEqual(await scene.play('GET', ''), before)
  const unknown = { clientId: client.clientId, channelId: before.demo.people[0].channelId }
  assert.equal((await scene.call('POST', '/sandbox/v1/grants', { json: unknown })).status, 404)
  const gone = { clientId: before.demo.clientId, channelId }
  assert.equal((await scene.call('POST', '/sandbox/v1/grants', { json: gone })).status, 404)
  const { people } = await scene.world.db.read
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  assert.equal(people, before.demo.people.length)
})

test('tokens and credentials from before are dead, and those of the demo work', async () => {
  await using scene = await openScene({ demo: true })
  const { demo } = await scene.play('GET', '')
  const { token, refreshToken, client } = await scene.cast()
  await scene.play('POST', '/reset')
  assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).body.message, 'INVALID_TOKEN')
  const refresh = (as: object) =>
    scene.call('POST', '/auth/v1/token', { json: { grantType: 'refresh_token', ...as, refreshToken } })
  assert.equal((await refresh(client)).body.message, 'INVALID_CLIENT')
  const { clientId, clientSecret } = demo
  assert.equal((await refresh({ clientId, clientSecret })).body.message, 'INVALID_TOKEN')
})

test('time is real time again', async () => {
  await using scene = await openScene()
  const { now } = await scene.play('GET', '/clock')
  await scene.play('POST', '/clock', { advanceSeconds: 86_400 })
  await scene.play('POST', '/reset')
  assert.deepEqual(await scene.play('GET', '/clock'), { now, aheadSeconds: 0 })
})

test('sockets are closed, and unused URLs let nobody in', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  const open = async () => (await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content.url
  using guest = await enter(await open())
  const unused = await open()
  await scene.play('POST', '/reset')
  assert.deepEqual(await guest.end(), [])
  await assert.rejects(enter(unused))
})

test('of ten resets at once every one is done, and the demo world stands once', async () => {
  await using scene = await openScene({ demo: true })
  const { demo } = await scene.play('GET', '')
  await Promise.all(Array.from({ length: 10 }, () => scene.play('POST', '/reset')))
  const { clientId } = demo
  await scene.play('POST', '/grants', { clientId, channelId: demo.people[0].channelId })
})

test('a reset while others work fails neither it nor them', async () => {
  await using scene = await openScene({ demo: true })
  const { demo } = await scene.play('GET', '')
  const [{ channelId }] = demo.people
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([
      scene.call('POST', '/sandbox/v1/reset'),
      ...Array.from({ length: 6 }, () =>
        scene.call('POST', '/sandbox/v1/grants', { json: { clientId: demo.clientId, channelId } }),
      ),
      ...Array.from({ length: 6 }, () =>
        scene.call('POST', '/sandbox/v1/acts/chat', { json: { channelId, byChannelId: channelId, message: 'hi' } }),
      ),
    ])
    assert.equal(answers[0]?.status, 200)
    for (const { status, body } of answers) assert.ok(status < 500, `${status} ${body.message}`)
  }
})

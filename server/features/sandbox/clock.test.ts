import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionClient } from '../../testing/session-client.ts'
import { makeCode } from '../../testing/codes.ts'
import { openScene } from '../../testing/scene.ts'

const start = '2026-07-18T14:32:12.000Z'

test('the clock is read and moved, to and fro', async () => {
  await using scene = await openScene()
  const moved = (advanceSeconds: number) => scene.play('POST', '/clock', { advanceSeconds })
  assert.deepEqual(await scene.play('GET', '/clock'), { now: start, aheadSeconds: 0 })
  assert.deepEqual(await moved(86_400), { now: '2026-07-19T14:32:12.000Z', aheadSeconds: 86_400 })
  assert.deepEqual(await moved(-86_460), { now: '2026-07-18T14:31:12.000Z', aheadSeconds: -60 })
  assert.deepEqual(await scene.play('GET', '/clock'), { now: '2026-07-18T14:31:12.000Z', aheadSeconds: -60 })
})

test('ten who move the clock at once move it ten times', async () => {
  await using scene = await openScene()
  await Promise.all(Array.from({ length: 10 }, () => scene.play('POST', '/clock', { advanceSeconds: 60 })))
  assert.deepEqual(await scene.play('GET', '/clock'), { now: '2026-07-18T14:42:12.000Z', aheadSeconds: 600 })
})

test('lifetimes follow the clock: tokens, codes and session URLs', async () => {
  await using scene = await openScene()
  const { token, client, channelId } = await scene.cast()
  const { url } = (await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content
  const code = await makeCode({ clientId: client.clientId, channelId }, scene.world)
  const me = async () => (await scene.call('GET', '/open/v1/users/me', { token })).status

  await scene.play('POST', '/clock', { advanceSeconds: 60 })
  assert.deepEqual(await sessionClient(url).end(), [['error', 'auth fail']])
  await scene.play('POST', '/clock', { advanceSeconds: 540 })
  const json = { grantType: 'authorization_code', ...client, code, state: 's' }
  assert.equal((await scene.call('POST', '/auth/v1/token', { json })).body.message, 'INVALID_TOKEN')
  assert.equal(await me(), 200)
  await scene.play('POST', '/clock', { advanceSeconds: 85_799 })
  assert.equal(await me(), 200)
  await scene.play('POST', '/clock', { advanceSeconds: 1 })
  assert.equal(await me(), 401)
})

test('the dates of what happens follow the clock', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  await scene.play('POST', '/clock', { advanceSeconds: 3_600 })
  await scene.play('POST', '/acts/chat', { channelId, byChannelId: channelId, message: 'later' })
  const { message_time } = await scene.world.db.read.selectFrom('chat_message').selectAll().executeTakeFirstOrThrow()
  assert.equal(message_time, Date.parse(start) + 3_600_000)
})

test('the clock goes no further than dates do', async () => {
  await using scene = await openScene()
  const far = 315_360_000
  for (let jump = 0; jump < 5; jump++) await scene.call('POST', '/sandbox/v1/clock', { json: { advanceSeconds: -far } })
  const { status, body } = await scene.call('POST', '/sandbox/v1/clock', { json: { advanceSeconds: -far } })
  assert.equal(status, 400)
  assert.match(body.message ?? '', /\(advanceSeconds: /)
  assert.equal((await scene.play('GET', '/clock')).now.slice(0, 4), '1976')
})

for (const json of [
  {},
  { advanceSeconds: '60s' },
  { advanceSeconds: 1.5 },
  { advanceSeconds: 1e12 },
  { advanceSeconds: null },
])
  test(`the clock refuses ${JSON.stringify(json)}, naming the field`, async () => {
    await using scene = await openScene()
    const { status, body } = await scene.call('POST', '/sandbox/v1/clock', { json })
    assert.equal(status, 400)
    assert.match(body.message ?? '', /^잘못된 값을 입력했습니다\. \(advanceSeconds: .+\)$/)
    assert.deepEqual(await scene.play('GET', '/clock'), { now: start, aheadSeconds: 0 })
  })

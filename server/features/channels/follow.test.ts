import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCrowd } from '../../testing/crowd.ts'
import { openScene, type Scene } from '../../testing/scene.ts'

test('following twice is following once, and the first date stays', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  const { channelId: byChannelId } = await scene.play('POST', '/people', { channelName: '팬' })
  await scene.play('POST', '/acts/follow', { channelId, byChannelId })
  const before = (await scene.call('GET', '/open/v1/channels/followers', { token })).body.content
  await scene.play('POST', '/clock', { advanceSeconds: 60 })
  await scene.play('POST', '/acts/follow', { channelId, byChannelId })
  const after = (await scene.call('GET', '/open/v1/channels/followers', { token })).body.content
  assert.equal(after.totalCount, 1)
  assert.deepEqual(after, before)
})

test('unfollowing what is not followed changes nothing', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  const { channelId: byChannelId } = await scene.play('POST', '/people', { channelName: '팬' })
  await scene.play('POST', '/acts/follow', { channelId, byChannelId })
  await scene.play('POST', '/acts/unfollow', { channelId, byChannelId })
  await scene.play('POST', '/acts/unfollow', { channelId, byChannelId })
  assert.deepEqual(await counted(scene, channelId), { rows: 0, members: 0 })
})

test('nobody follows themselves, or a channel that is not there', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  const refused = async (json: object) => {
    const { status, body } = await scene.call('POST', '/sandbox/v1/acts/follow', { json })
    return [status, /\((\w+)/.exec(body.message ?? '')?.[1]]
  }
  const nobody = 'f'.repeat(32)
  assert.deepEqual(await refused({ channelId, byChannelId: channelId }), [400, 'byChannelId'])
  assert.deepEqual(await refused({ channelId: nobody, byChannelId: channelId }), [404, 'channelId'])
  assert.deepEqual(await refused({ channelId, byChannelId: nobody }), [404, 'byChannelId'])
  assert.deepEqual(await refused({ channelId, byChannelId: 'x' }), [400, 'byChannelId'])
  assert.deepEqual(await refused({ channelId }), [400, 'byChannelId'])
})

test('fifty who follow and unfollow at once are counted as they stand', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  const crowd = await makeCrowd(scene.world.db, 50)
  const act = (name: string, byChannelId: string) => scene.play('POST', `/acts/${name}`, { channelId, byChannelId })
  await Promise.all(crowd.map((one) => act('follow', one)))
  assert.deepEqual(await counted(scene, channelId), { rows: 50, members: 50 })
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(crowd.map((one, n) => act((n + round) % 2 === 0 ? 'follow' : 'unfollow', one)))
    assert.deepEqual(await counted(scene, channelId), { rows: 25, members: 25 })
  }
})

test('one who follows and unfollows fifty times at once has one row or none, and is counted so', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  const [byChannelId] = await makeCrowd(scene.world.db, 1)
  for (let round = 0; round < 4; round += 1) {
    const acts = Array.from({ length: 50 }, (_, n) => (n % 2 === round % 2 ? 'follow' : 'unfollow'))
    await Promise.all(acts.map((name) => scene.play('POST', `/acts/${name}`, { channelId, byChannelId })))
    const { rows, members } = await counted(scene, channelId)
    assert.equal(members, rows)
    assert.ok(rows <= 1)
  }
  await Promise.all(Array.from({ length: 50 }, () => scene.play('POST', '/acts/follow', { channelId, byChannelId })))
  assert.deepEqual(await counted(scene, channelId), { rows: 1, members: 1 })
})

/** The rows that there are, and the number that a channel shows. */
async function counted(scene: Scene, channelId: string) {
  const { rows } = await scene.world.db.read
    .selectFrom('channel_follower')
    .where('channel_id', '=', channelId)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const client = await scene.play('POST', '/apps', { name: 'counter', redirectUri: 'http://127.0.0.1:9/callback' })
  const { body } = await scene.call('GET', `/open/v1/channels?channelIds=${channelId}`, { client })
  return { rows, members: body.content.data[0].followerCount }
}

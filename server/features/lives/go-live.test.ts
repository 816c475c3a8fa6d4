import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openScene, type Scene } from '../../testing/scene.ts'
import { goLive } from './go-live.ts'
import { badField } from '../../kit/refusal.ts'
import { putSettingOf } from './live-settings.ts'
import { sweepLives } from './sweep-lives.ts'
import { unwatch, watch } from './watch.ts'

test('a channel that goes live is listed with every field, and is listed no more when it goes off the air', async () => {
  await using scene = await openScene()
  const { client, channelId, channelName } = await scene.cast()
  const { liveId } = await scene.play('POST', '/acts/go-live', { channelId })
  assert.deepEqual(await livesOf(scene, client), [
    {
      liveId,
      liveTitle: '방송인의 방송',
      liveThumbnailImageUrl: null,
      concurrentUserCount: 0,
      openDate: '2026-07-18 23:32:12',
      adult: false,
      tags: [],
      categoryType: null,
      liveCategory: null,
      liveCategoryValue: null,
      channelId,
      channelName,
      channelImageUrl: null,
    },
  ])
  assert.deepEqual(await scene.play('POST', '/acts/go-offline', { channelId }), { liveId })
  assert.deepEqual(await livesOf(scene, client), [])
})

test('the date of a live is in the zone of the setting', async () => {
  await using scene = await openScene({ settings: { displayZone: 'UTC' } })
  const { client, channelId } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId })
  scene.clock.advance(60_000)
  const [live] = await livesOf(scene, client)
  assert.equal(live?.openDate, '2026-07-18 14:32:12')
})

test('a running live shows what its channel changes, at once', async () => {
  await using scene = await openScene()
  const { client, channelId, token } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId, liveTitle: '첫 방송', viewers: 7 })
  const json = { defaultLiveTitle: '바뀐 제목', categoryType: 'ETC', categoryId: 'talk', tags: ['소통'] }
  assert.equal((await scene.call('PATCH', '/open/v1/lives/setting', { token, json })).status, 200)
  const [live] = await livesOf(scene, client)
  assert.ok(live)
  const { liveTitle, concurrentUserCount, tags, categoryType, liveCategory, liveCategoryValue } = live
  assert.deepEqual(
    { liveTitle, concurrentUserCount, tags, categoryType, liveCategory, liveCategoryValue },
    {
      liveTitle: '바뀐 제목',
      concurrentUserCount: 7,
      tags: ['소통'],
      categoryType: 'ETC',
      liveCategory: 'talk',
      liveCategoryValue: '토크',
    },
  )
})

test('a live of a channel for adults is listed as one', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId })
  await putSettingOf(channelId, { adult: true }, badField, scene.world)
  assert.deepEqual(
    (await livesOf(scene, client)).map(({ adult }) => adult),
    [true],
  )
})

test('the title given when going live becomes the title of the settings', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId, liveTitle: '첫 방송' })
  const { body } = await scene.call('GET', '/open/v1/lives/setting', { token })
  assert.equal(body.content.defaultLiveTitle, '첫 방송')
})

test('a channel that is live already goes on in the same live, with the audience it is given now', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  const first = await scene.play('POST', '/acts/go-live', { channelId, viewers: 3 })
  assert.deepEqual(await scene.play('POST', '/acts/go-live', { channelId }), first)
  assert.deepEqual((await livesOf(scene, client)).map(viewers), [3])
  assert.deepEqual(await scene.play('POST', '/acts/go-live', { channelId, viewers: 9 }), first)
  assert.deepEqual((await livesOf(scene, client)).map(viewers), [9])
})

test('every live has a greater id than those before it', async () => {
  await using scene = await openScene()
  const [a, b] = [await scene.cast(), await scene.cast()]
  const ids: number[] = []
  for (const { channelId } of [a, b]) ids.push((await scene.play('POST', '/acts/go-live', { channelId })).liveId)
  await scene.play('POST', '/acts/go-offline', { channelId: a.channelId })
  ids.push((await scene.play('POST', '/acts/go-live', { channelId: a.channelId })).liveId)
  assert.ok(ids.every(Number.isInteger))
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((one, other) => one - other),
  )
})

test('of many who put one channel on the air at once, all get the one live', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  for (let round = 0; round < 5; round += 1) {
    const liveIds = await Promise.all(Array.from({ length: 20 }, () => goLive({ channelId }, scene.world)))
    assert.equal(new Set(liveIds).size, 1)
    const { rows } = await sql`select from live where closed_at is null`.execute(scene.world.db.read)
    assert.equal(rows.length, 1)
    await scene.play('POST', '/acts/go-offline', { channelId })
  }
})

test('the acts refuse what cannot be, and name the field', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  const act = (path: string, json: object) => scene.call('POST', `/sandbox/v1/acts/${path}`, { json })
  const nobody = 'f'.repeat(32)
  for (const [path, json, status, field] of [
    ['go-live', { channelId: nobody }, 404, 'channelId'],
    ['go-offline', { channelId: nobody }, 404, 'channelId'],
    ['go-offline', { channelId }, 400, 'channelId'],
    ['go-live', {}, 400, 'channelId'],
    ['go-live', { channelId, viewers: -1 }, 400, 'viewers'],
    ['go-live', { channelId, viewers: 1.5 }, 400, 'viewers'],
    ['go-live', { channelId, liveTitle: '' }, 400, 'liveTitle'],
    ['go-live', { channelId, liveTitle: 'a'.repeat(101) }, 400, 'liveTitle'],
  ] as const) {
    const { status: answered, body } = await act(path, json)
    assert.equal(answered, status, JSON.stringify({ path, json, body }))
    assert.match(body.message ?? '', new RegExp(field))
  }
})

test('a viewer counts once in a live, besides the simulated audience, and no more when they leave', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId, viewers: 10 })
  const counted = async () => (await livesOf(scene, client)).map(viewers)
  assert.ok(await watch({ channelId, viewerId: 'a' }, scene.world))
  await watch({ channelId, viewerId: 'a' }, scene.world)
  assert.deepEqual(await counted(), [11])
  await watch({ channelId, viewerId: 'b' }, scene.world)
  assert.deepEqual(await counted(), [12])
  await unwatch([{ channelId, viewerId: 'a' }], scene.world)
  assert.deepEqual(await counted(), [11])
})

test('a viewer who vanished counts no more when their time is over, and is swept', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId })
  await watch({ channelId, viewerId: 'a' }, scene.world)
  await watch({ channelId, viewerId: 'b' }, scene.world)
  await scene.world.db.change((tx) =>
    sql`update live_viewer set until_real = until_real - interval '30 seconds' where viewer_id = 'a'`.execute(tx),
  )
  assert.deepEqual((await livesOf(scene, client)).map(viewers), [1])
  await sweepLives(scene.world)
  const rows = await scene.world.db.read.selectFrom('live_viewer').select('viewer_id').execute()
  assert.deepEqual(rows, [{ viewer_id: 'b' }])
  await watch({ channelId, viewerId: 'a' }, scene.world)
  assert.deepEqual((await livesOf(scene, client)).map(viewers), [2])
})

test('nobody watches a channel that is not live, and the next live begins without the viewers of the last', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  assert.equal(await watch({ channelId, viewerId: 'a' }, scene.world), null)
  await scene.play('POST', '/acts/go-live', { channelId })
  await watch({ channelId, viewerId: 'a' }, scene.world)
  await scene.play('POST', '/acts/go-offline', { channelId })
  assert.equal(await watch({ channelId, viewerId: 'a' }, scene.world), null)
  await scene.play('POST', '/acts/go-live', { channelId })
  assert.deepEqual((await livesOf(scene, client)).map(viewers), [0])
})

test('a reset takes every live off the air', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  await scene.play('POST', '/acts/go-live', { channelId })
  await scene.play('POST', '/reset')
  const { client } = await scene.cast()
  assert.deepEqual(await livesOf(scene, client), [])
})

type Listed = { liveId: number; concurrentUserCount: number; openDate: string; [field: string]: unknown }

async function livesOf(scene: Scene, client: { clientId: string; clientSecret: string }): Promise<Listed[]> {
  const { status, body } = await scene.call('GET', '/open/v1/lives', { client })
  assert.equal(status, 200)
  return body.content.data
}

function viewers({ concurrentUserCount }: Listed): number {
  return concurrentUserCount
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { goLive } from './go-live.ts'
import { invalidField } from '../../shared/refusal.ts'
import { updateLiveSetting } from './live-settings.ts'
import { sweepLives } from './sweep-lives.ts'
import { removeViewers, renewViewer } from './statistics/viewers.ts'

type Listed = { liveId: number; concurrentUserCount: number; openDate: string; [field: string]: unknown }

describe('going live', () => {
  test('a live channel is listed with every field until it goes offline', async () => {
    await using testApp = await openTestApp()
    const { client, channelId, channelName } = await testApp.createFixture()
    const { liveId } = await testApp.act('goLive', { channelId })
    assert.deepEqual(await listLives(testApp, client), [
      {
        liveId,
        liveTitle: '방송인의 방송',
        liveThumbnailImageUrl: `${testApp.url}/assets/thumbnails/${liveId}_{type}.png`,
        concurrentUserCount: 0,
        openDate: '2026-07-18 23:32:12',
        adult: false,
        tags: [],
        categoryType: 'ETC',
        liveCategory: 'talk',
        liveCategoryValue: '토크',
        channelId,
        channelName,
        channelImageUrl: `${testApp.url}/assets/pictures/channel.png`,
      },
    ])
    assert.deepEqual(await testApp.act('goOffline', { channelId }), { liveId })
    assert.deepEqual(await listLives(testApp, client), [])
  })

  test('ONAIR_THUMBNAIL_URL replaces the placeholder, and keeps {type}', async () => {
    const thumbnailUrl = 'https://live.example.com/{channelId}/{type}.jpg'
    await using testApp = await openTestApp({ settings: { thumbnailUrl } })
    const { client, channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    const [live] = await listLives(testApp, client)
    assert.equal(live?.['liveThumbnailImageUrl'], `https://live.example.com/${channelId}/{type}.jpg`)
  })

  test('openDate uses the configured time zone', async () => {
    await using testApp = await openTestApp({ settings: { displayZone: 'UTC' } })
    const { client, channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    testApp.clock.advance(60_000)
    const [live] = await listLives(testApp, client)
    assert.equal(live?.openDate, '2026-07-18 14:32:12')
  })

  test('a running live shows changed settings at once', async () => {
    await using testApp = await openTestApp()
    const { client, channelId, token } = await testApp.createFixture()
    await testApp.act('goLive', { channelId, liveTitle: '첫 방송', viewers: 7 })
    const json = { defaultLiveTitle: '바뀐 제목', categoryType: 'ETC', categoryId: 'talk', tags: ['소통'] }
    assert.equal((await testApp.call('PATCH', '/open/v1/lives/setting', { token, json })).status, 200)
    const [live] = await listLives(testApp, client)
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

  test('a live of an adult channel is marked adult', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    await updateLiveSetting(channelId, { adult: true }, invalidField, testApp.deps)
    assert.deepEqual(
      (await listLives(testApp, client)).map(({ adult }) => adult),
      [true],
    )
  })

  test('the title of goLive becomes the title in the settings', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    await testApp.act('goLive', { channelId, liveTitle: '첫 방송' })
    const { body } = await testApp.call('GET', '/open/v1/lives/setting', { token })
    assert.equal(body.content.defaultLiveTitle, '첫 방송')
  })

  test('going live again keeps the live and updates the simulated viewers', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    const first = await testApp.act('goLive', { channelId, viewers: 3 })
    assert.deepEqual(await testApp.act('goLive', { channelId }), first)
    assert.deepEqual((await listLives(testApp, client)).map(viewerCount), [3])
    assert.deepEqual(await testApp.act('goLive', { channelId, viewers: 9 }), first)
    assert.deepEqual((await listLives(testApp, client)).map(viewerCount), [9])
  })

  test('liveIds increase', async () => {
    await using testApp = await openTestApp()
    const [a, b] = [await testApp.createFixture(), await testApp.createFixture()]
    const ids: number[] = []
    for (const { channelId } of [a, b]) ids.push((await testApp.act('goLive', { channelId })).liveId)
    await testApp.act('goOffline', { channelId: a.channelId })
    ids.push((await testApp.act('goLive', { channelId: a.channelId })).liveId)
    assert.ok(ids.every(Number.isInteger))
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((one, other) => one - other),
    )
  })

  test('concurrent calls of goLive return the same live', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    for (let round = 0; round < 5; round += 1) {
      const liveIds = await Promise.all(Array.from({ length: 20 }, () => goLive({ channelId }, testApp.deps)))
      assert.equal(new Set(liveIds).size, 1)
      const { rows } = await sql`select from live where closed_at is null`.execute(testApp.deps.db.read)
      assert.equal(rows.length, 1)
      await testApp.act('goOffline', { channelId })
    }
  })

  test('invalid input is rejected with the name of the field', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const unknownId = 'f'.repeat(32)
    for (const [name, fields, status, field] of [
      ['goLive', { channelId: unknownId }, 404, 'channelId'],
      ['goOffline', { channelId: unknownId }, 404, 'channelId'],
      ['goOffline', { channelId }, 400, 'channelId'],
      ['goLive', {}, 400, 'channelId'],
      ['goLive', { channelId, viewers: -1 }, 400, 'viewers'],
      ['goLive', { channelId, viewers: 1.5 }, 400, 'viewers'],
      ['goLive', { channelId, liveTitle: '' }, 400, 'liveTitle'],
      ['goLive', { channelId, liveTitle: 'a'.repeat(101) }, 400, 'liveTitle'],
    ] as const) {
      const { status: answered, body } = await testApp.tryAct(name, fields)
      assert.equal(answered, status, JSON.stringify({ name, fields, body }))
      assert.match(body.message ?? '', new RegExp(field))
    }
  })
})

describe('viewers of a live', () => {
  test('a viewer counts once in addition to simulated viewers, until they leave', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId, viewers: 10 })
    const listViewerCounts = async () => (await listLives(testApp, client)).map(viewerCount)
    assert.ok(await renewViewer({ channelId, viewerId: 'a' }, testApp.deps))
    await renewViewer({ channelId, viewerId: 'a' }, testApp.deps)
    assert.deepEqual(await listViewerCounts(), [11])
    await renewViewer({ channelId, viewerId: 'b' }, testApp.deps)
    assert.deepEqual(await listViewerCounts(), [12])
    await removeViewers([{ channelId, viewerId: 'a' }], testApp.deps)
    assert.deepEqual(await listViewerCounts(), [11])
  })

  test('a viewer without reports is no longer counted after the lease, and is swept', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    await renewViewer({ channelId, viewerId: 'a' }, testApp.deps)
    await renewViewer({ channelId, viewerId: 'b' }, testApp.deps)
    await testApp.deps.db.transaction((tx) =>
      sql`update live_viewer set expires_at_db = expires_at_db - interval '30 seconds' where viewer_id = 'a'`.execute(
        tx,
      ),
    )
    assert.deepEqual((await listLives(testApp, client)).map(viewerCount), [1])
    await sweepLives(testApp.deps)
    const rows = await testApp.deps.db.read.selectFrom('live_viewer').select('viewer_id').execute()
    assert.deepEqual(rows, [{ viewer_id: 'b' }])
    await renewViewer({ channelId, viewerId: 'a' }, testApp.deps)
    assert.deepEqual((await listLives(testApp, client)).map(viewerCount), [2])
  })

  test('a live is deleted ONAIR_LIVE_DAYS after its end, the running one never', async () => {
    await using testApp = await openTestApp({ settings: { liveDays: 30 } })
    const { channelId } = await testApp.createFixture()
    const other = await testApp.createFixture({ name: 'other' })
    await testApp.act('goLive', { channelId: other.channelId })
    for (const name of ['goLive', 'goOffline'] as const) await testApp.act(name, { channelId })
    const listLiveChannels = async () =>
      (await testApp.deps.db.read.selectFrom('live').select('channel_id').orderBy('id').execute()).map(
        (live) => live.channel_id,
      )
    testApp.clock.advance(30 * 86_400_000)
    await sweepLives(testApp.deps)
    assert.deepEqual(await listLiveChannels(), [other.channelId, channelId])
    testApp.clock.advance(1)
    await sweepLives(testApp.deps)
    assert.deepEqual(await listLiveChannels(), [other.channelId])
  })

  test('a channel that is offline has no viewers, and the next live starts without them', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    assert.equal(await renewViewer({ channelId, viewerId: 'a' }, testApp.deps), null)
    await testApp.act('goLive', { channelId })
    await renewViewer({ channelId, viewerId: 'a' }, testApp.deps)
    await testApp.act('goOffline', { channelId })
    assert.equal(await renewViewer({ channelId, viewerId: 'a' }, testApp.deps), null)
    await testApp.act('goLive', { channelId })
    assert.deepEqual((await listLives(testApp, client)).map(viewerCount), [0])
  })
})

async function listLives(testApp: TestApp, client: { clientId: string; clientSecret: string }): Promise<Listed[]> {
  const { status, body } = await testApp.call('GET', '/open/v1/lives', { client })
  assert.equal(status, 200)
  return body.content.data
}

function viewerCount({ concurrentUserCount }: Listed): number {
  return concurrentUserCount
}

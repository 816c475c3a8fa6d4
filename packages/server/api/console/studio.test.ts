import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { consoleApi } from '@onair/contract'
import { createContentValidator } from '../../../../tests/support/inputs/content-validator.ts'
import { openConsoleTestApp, statusAndMessage } from '../../../../tests/support/apps/console-test-app.ts'

describe('getOverview', () => {
  test('shows the address for encoders of a process that listens for them where this one does not', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const address = async () => (await streamer.callConsole('GET', '/studio')).body.content.ingestUrl
    const put = (name: string, ago: string) =>
      sql`insert into running_process
      values (${name}, 'api', '1', true, clock_timestamp() - ${ago}::interval, ${`rtmp://${name}/live`})`.execute(
        testApp.deps.db.read,
      )
    await put('a.example', '2 minutes')
    assert.equal(await address(), null)
    await put('c.example', '2 seconds')
    await put('b.example', '9 seconds')
    assert.equal(await address(), 'rtmp://b.example/live')
  })

  test('returns the broadcast, the audience sizes and the finished setup steps', async () => {
    await using testApp = await openConsoleTestApp({ ingestUrl: 'rtmp://live.example/app' })
    const streamer = await testApp.signedIn('방송인')
    const { channelId } = streamer
    const readOverview = async () => {
      const { content } = (await streamer.callConsole('GET', '/studio')).body
      assert.equal(createContentValidator(consoleApi.studio.getStudioOverview)(content), null)
      return content
    }
    const before = {
      live: null,
      followers: 0,
      subscribers: 0,
      hasTitle: false,
      hasCategory: true,
      hasStreamKey: false,
      ingestUrl: 'rtmp://live.example/app',
      streamingRefusal: null,
      blockReason: null,
      blockEndDate: null,
      streamRequest: null,
    }
    assert.deepEqual(await readOverview(), before)
    assert.equal((await streamer.callConsole('GET', '/live/setting')).body.content.defaultLiveTitle, null)

    await streamer.callConsole('GET', '/stream-key')
    await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '첫 방송', categoryId: 'talk' })
    const { liveId } = (await streamer.callConsole('POST', '/live')).body.content
    const openedDate = `${new Date(testApp.clock.now()).toISOString().slice(0, 19)}Z`
    for (const by of [await testApp.createPerson(), await testApp.createPerson()])
      await testApp.act('follow', { channelId, byChannelId: by })
    await testApp.act('subscribe', { channelId, byChannelId: testApp.viewer.channelId })
    await testApp.viewer.callConsole('PUT', `/channels/${channelId}/watch`)
    assert.deepEqual(await readOverview(), {
      ...before,
      live: { liveId, liveTitle: '첫 방송', openedDate, viewers: 1 },
      followers: 2,
      subscribers: 1,
      hasTitle: true,
      hasCategory: true,
      hasStreamKey: true,
    })
    await testApp.act('goLive', { channelId, viewers: 40 })
    assert.equal((await readOverview()).live.viewers, 41)
    await streamer.callConsole('DELETE', '/live')
    assert.equal((await readOverview()).live, null)
  })
})

describe('goLive, goOffline', () => {
  test('start and end a live of the own channel with its settings', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const elsewhere = { liveTitle: '첫 방송', channelId: testApp.channelId }
    assert.equal((await streamer.callConsole('POST', '/live', elsewhere)).status, 400)
    const live = await streamer.callConsole('POST', '/live', { liveTitle: '첫 방송' })
    await streamer.callConsole('PATCH', '/live/setting', { tags: ['소통'], adult: true, categoryId: 'talk' })
    const { data } = (await testApp.call('GET', '/open/v1/lives', { client: testApp.client })).body.content
    assert.deepEqual(
      data.map(({ liveId, channelId, liveTitle, adult, tags }: Record<string, unknown>) => [
        liveId,
        channelId,
        liveTitle,
        adult,
        tags,
      ]),
      [[live.body.content.liveId, streamer.channelId, '첫 방송', true, ['소통']]],
    )
    const setting = (await streamer.callConsole('GET', '/live/setting')).body.content
    assert.deepEqual(
      [setting.defaultLiveTitle, setting.category.categoryId, setting.tags, setting.adult],
      ['첫 방송', 'talk', ['소통'], true],
    )
    const wrong = await streamer.callConsole('PATCH', '/live/setting', { tags: ['with space'] })
    assert.match(wrong.body.message ?? '', /^잘못된 값을 입력했습니다\. \(tags: /)
    assert.deepEqual((await streamer.callConsole('DELETE', '/live')).body.content, live.body.content)
    assert.deepEqual(statusAndMessage(await streamer.callConsole('DELETE', '/live')), [
      404,
      'NOT_FOUND (the channel is not live)',
    ])
  })
})

describe('getStreamKey, rotateStreamKey', () => {
  test('return the stream key of the open API', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const token = await testApp.grantToken(viewer.channelId)
    const readStreamKey = async () =>
      (await testApp.call('GET', '/open/v1/streams/key', { token })).body.content.streamKey
    const { streamKey } = (await viewer.callConsole('GET', '/stream-key')).body.content
    assert.equal(streamKey, await readStreamKey())
    const other = (await viewer.callConsole('POST', '/stream-key')).body.content.streamKey
    assert.notEqual(other, streamKey)
    assert.equal(other, await readStreamKey())
  })
})

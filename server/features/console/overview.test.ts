import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleStudio } from '@onair/contract'
import { contentChecker } from '../../testing/exact-content.ts'
import { openConsole, takenThough, told } from '../../testing/console-scene.ts'
import { visitor } from '../../testing/visitor.ts'

test('a streamer sees their channel at a glance, and what they have done already', async () => {
  await using studio = await openConsole({ ingestUrl: 'rtmp://live.example/app' })
  const streamer = await studio.signedIn('방송인')
  const { channelId } = streamer
  const glance = async () => {
    const { content } = (await streamer.ask('GET', '/studio')).body
    assert.equal(contentChecker(consoleStudio.readOverview)(content), null)
    return content
  }
  const before = {
    live: null,
    followers: 0,
    subscribers: 0,
    hasTitle: false,
    hasCategory: false,
    hasStreamKey: false,
    ingestUrl: 'rtmp://live.example/app',
  }
  assert.deepEqual(await glance(), before)

  await streamer.ask('GET', '/stream-key')
  await streamer.ask('PATCH', '/live/setting', { defaultLiveTitle: '첫 방송', categoryId: 'talk' })
  const { liveId } = (await streamer.ask('POST', '/live')).body.content
  const openedDate = `${new Date(studio.clock.now()).toISOString().slice(0, 19)}Z`
  for (const by of [await studio.person(), await studio.person()])
    await studio.play('POST', '/acts/follow', { channelId, byChannelId: by })
  await studio.play('POST', '/acts/subscribe', { channelId, byChannelId: studio.viewer.channelId })
  await studio.viewer.ask('PUT', `/channels/${channelId}/watch`)
  assert.deepEqual(await glance(), {
    ...before,
    live: { liveId, liveTitle: '첫 방송', openedDate, viewers: 1 },
    followers: 2,
    subscribers: 1,
    hasTitle: true,
    hasCategory: true,
    hasStreamKey: true,
  })
  await studio.play('POST', '/acts/go-live', { channelId, viewers: 40 })
  assert.equal((await glance()).live.viewers, 41)
  await streamer.ask('DELETE', '/live')
  assert.equal((await glance()).live, null)
})

test('a category is found by its Korean or its English name, and told under both', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const find = async (query: string) =>
    (await viewer.ask('GET', `/categories?${String(new URLSearchParams({ query, size: '1' }))}`)).body
  const talk = {
    categoryId: 'talk',
    categoryType: 'ETC',
    categoryValue: '토크',
    englishName: 'Talk',
    posterImageUrl: null,
  }
  for (const query of ['talk', '토크']) assert.deepEqual((await find(query)).content, { data: [talk] })
  assert.deepEqual((await find('no such category')).content, { data: [] })
  assert.equal((await find(' ')).code, 400)
  await viewer.ask('PATCH', '/live/setting', { categoryId: 'talk' })
  assert.deepEqual((await viewer.ask('GET', '/live/setting')).body.content.category, talk)
  const valid = { query: { query: 'talk', size: 3 } }
  assert.deepEqual(await takenThough(viewer, consoleStudio.searchCategories, valid), [])
})

test('who signs out is signed out in this browser, and in no other', async () => {
  await using studio = await openConsole()
  const { email, password } = await studio.play('POST', '/people', { channelName: '방송인' })
  const [here, elsewhere] = [visitor(studio.url), visitor(studio.url)]
  for (const browser of [here, elsewhere]) await browser.signIn(email, password)
  assert.deepEqual(told(await here.ask('DELETE', '/web-session')), [200, null])
  assert.deepEqual([(await here.ask('GET', '/me')).status, (await elsewhere.ask('GET', '/me')).status], [401, 200])
})

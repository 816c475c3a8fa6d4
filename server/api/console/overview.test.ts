import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleStudio } from '@onair/contract'
import { createContentValidator } from '../../test/content-validator.ts'
import { openConsoleTestApp, findAcceptedInvalidInputs, statusAndMessage } from '../../test/console-test-app.ts'
import { httpBrowser } from '../../test/http-browser.ts'

test('a streamer sees their channel at a glance, and what they have done already', async () => {
  await using testChannel = await openConsoleTestApp({ ingestUrl: 'rtmp://live.example/app' })
  const streamer = await testChannel.signedIn('방송인')
  const { channelId } = streamer
  const readOverview = async () => {
    const { content } = (await streamer.callConsole('GET', '/studio')).body
    assert.equal(createContentValidator(consoleStudio.getOverview)(content), null)
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
  assert.deepEqual(await readOverview(), before)

  await streamer.callConsole('GET', '/stream-key')
  await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '첫 방송', categoryId: 'talk' })
  const { liveId } = (await streamer.callConsole('POST', '/live')).body.content
  const openedDate = `${new Date(testChannel.clock.now()).toISOString().slice(0, 19)}Z`
  for (const by of [await testChannel.person(), await testChannel.person()])
    await testChannel.sandbox('POST', '/acts/follow', { channelId, byChannelId: by })
  await testChannel.sandbox('POST', '/acts/subscribe', { channelId, byChannelId: testChannel.viewer.channelId })
  await testChannel.viewer.callConsole('PUT', `/channels/${channelId}/watch`)
  assert.deepEqual(await readOverview(), {
    ...before,
    live: { liveId, liveTitle: '첫 방송', openedDate, viewers: 1 },
    followers: 2,
    subscribers: 1,
    hasTitle: true,
    hasCategory: true,
    hasStreamKey: true,
  })
  await testChannel.sandbox('POST', '/acts/go-live', { channelId, viewers: 40 })
  assert.equal((await readOverview()).live.viewers, 41)
  await streamer.callConsole('DELETE', '/live')
  assert.equal((await readOverview()).live, null)
})

test('a category is found by its Korean or its English name, and told under both', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const findCategories = async (query: string) =>
    (await viewer.callConsole('GET', `/categories?${String(new URLSearchParams({ query, size: '1' }))}`)).body
  const talk = {
    categoryId: 'talk',
    categoryType: 'ETC',
    categoryValue: '토크',
    englishName: 'Talk',
    posterImageUrl: null,
  }
  for (const query of ['talk', '토크']) assert.deepEqual((await findCategories(query)).content, { data: [talk] })
  assert.deepEqual((await findCategories('no such category')).content, { data: [] })
  assert.equal((await findCategories(' ')).code, 400)
  await viewer.callConsole('PATCH', '/live/setting', { categoryId: 'talk' })
  assert.deepEqual((await viewer.callConsole('GET', '/live/setting')).body.content.category, talk)
  const valid = { query: { query: 'talk', size: 3 } }
  assert.deepEqual(await findAcceptedInvalidInputs(viewer, consoleStudio.searchCategories, valid), [])
})

test('who signs out is signed out in this browser, and in no other', async () => {
  await using testChannel = await openConsoleTestApp()
  const { email, password } = await testChannel.sandbox('POST', '/people', { channelName: '방송인' })
  const [here, elsewhere] = [httpBrowser(testChannel.url), httpBrowser(testChannel.url)]
  for (const browser of [here, elsewhere]) await browser.signIn(email, password)
  assert.deepEqual(statusAndMessage(await here.callConsole('DELETE', '/web-session')), [200, null])
  assert.deepEqual(
    [(await here.callConsole('GET', '/me')).status, (await elsewhere.callConsole('GET', '/me')).status],
    [401, 200],
  )
})

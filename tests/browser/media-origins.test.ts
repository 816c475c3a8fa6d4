import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newKeys, openTestApp } from '../support/apps/test-app.ts'
import { chromiumUnavailable as skip, openChromium } from '../support/clients/chromium.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'
import { openUpload } from '../support/clients/video-upload.ts'
import { eventually } from '../support/eventually.ts'
import { openReusedDatabase } from '../support/programs/reused-databases.ts'

describe('a page of one process', { skip }, () => {
  test('plays and sends the video of a live that another one carries', { timeout: 120_000 }, async () => {
    await using database = await openReusedDatabase()
    const { connection } = database
    const openDatabase = async () => ({ connection, [Symbol.asyncDispose]: async () => {} })
    const keys = newKeys()
    await using first = await openTestApp({ openDatabase, keys })
    await using second = await openTestApp({ openDatabase, keys })
    for (const { clock } of [first, second]) clock.advance(5_000)
    const origins = () => first.deps.db.read.selectFrom('media_origin').select('origin').execute()
    await eventually(async () => (await origins()).length === 2)
    const person = await first.act('createPerson', { channelName: '스트리머' })
    const streamer = httpBrowser(first.url)
    await streamer.signIn(person.email, person.password)
    const upload = await openUpload(streamer)
    await upload.send(0, 4)
    const liveOf = async () =>
      (await second.call('GET', `/console/v1/channels/${person.channelId}`)).body.content.state.live
    await eventually(async () => (await liveOf())?.video === 'live')
    const { playbackUrl } = await liveOf()
    assert.equal(new URL(playbackUrl).origin, first.url)
    await using browser = await openChromium()
    const page = await (await browser.newContext({ baseURL: second.url })).newPage()
    const reach = (url: string, method: string) =>
      page.evaluate(
        ([address, verb]) => fetch(String(address), { method: String(verb) }).then(({ status }) => status, String),
        [url, method],
      )
    await page.goto(`/watch/${person.channelId}`)
    assert.equal(await reach(playbackUrl, 'GET'), 200)
    // It gets as far as the token.
    assert.equal(await reach(`${upload.uploadUrl}/4`, 'PUT'), 401)
    assert.match(String(await reach('http://127.0.0.1:1/', 'GET')), /Failed to fetch/)
  })
})

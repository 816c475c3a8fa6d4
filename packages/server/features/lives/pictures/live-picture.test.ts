import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { jpegOf } from '../../../../../tests/support/inputs/jpeg.ts'
import { openUpload } from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { suspendAccount } from '../../accounts/end/end-account.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { moderateLive } from '../moderate-live.ts'
import { mailMeasure } from '../../mail/mail-measure.ts'
import { sweepLives } from '../sweep-lives.ts'

type App = Awaited<ReturnType<typeof openLive>>

async function openLive() {
  const app = await openConsoleTestApp()
  const streamer = await app.signedIn('스트리머')
  const upload = await openUpload(streamer)
  const putPicture = (picture: Buffer, token = upload.token) =>
    fetch(`${upload.uploadUrl}/picture`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(picture),
    })
  /** The address of the picture in the list of the Open API, and in that of the pages. */
  const listed = async (): Promise<string> => {
    const { body } = await app.call('GET', '/open/v1/lives', { client: app.client })
    const inPages = (await app.viewer.callConsole('GET', '/lives')).body.content.data[0]
    assert.equal(inPages.liveThumbnailImageUrl, body.content.data[0].liveThumbnailImageUrl)
    return inPages.liveThumbnailImageUrl
  }
  const preview = async () => {
    const page = await (await fetch(`${app.url}/watch/${streamer.channelId}`)).text()
    return /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? null
  }
  return Object.assign(app, { streamer, upload, putPicture, listed, preview })
}

/** As if the picture had been taken so long ago. */
async function age({ deps }: App, seconds: number) {
  const taken_at_db = new Date(Date.now() - seconds * 1_000)
  await deps.db.transaction((tx) => tx.updateTable('live_picture').set({ taken_at_db }).execute())
}

async function load(url: string, type = '270') {
  const response = await fetch(url.replaceAll('{type}', type))
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('the picture of what a live shows', () => {
  test('is in the lists under every type, and in link previews', async () => {
    await using app = await openLive()
    assert.match(await app.listed(), /\/assets\/thumbnails\/\d+_\{type\}\.png$/)
    const picture = jpegOf()
    assert.equal((await app.putPicture(picture)).status, 204)
    const url = await app.listed()
    for (const type of ['{type}', '270', '480', '1080', 'image']) {
      const { status, headers, bytes } = await load(url, type)
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'], type)
      assert.equal(headers.get('cache-control'), 'public, max-age=60')
      assert.deepEqual(bytes, picture)
    }
    assert.equal(await app.preview(), url.replace('{type}', '480'))
    const { body } = await app.viewer.callConsole('GET', '/lives')
    assert.equal(body.content.data[0].stillUrl, null)
  })

  test('changes its address when it is replaced, and the former one shows the new picture', async () => {
    await using app = await openLive()
    await app.putPicture(jpegOf({ fill: 1 }))
    const first = await app.listed()
    // Too soon: ignored.
    assert.equal((await app.putPicture(jpegOf({ fill: 2 }))).status, 204)
    assert.equal(await app.listed(), first)
    await age(app, 60)
    app.clock.advance(limits.livePictureMinSec * 1_000)
    assert.equal((await app.putPicture(jpegOf({ fill: 3 }))).status, 204)
    const second = await app.listed()
    assert.notEqual(second, first)
    for (const url of [first, second]) assert.deepEqual((await load(url)).bytes, jpegOf({ fill: 3 }))
  })

  test('is no longer shown when nothing has replaced it for minutes', async () => {
    await using app = await openLive()
    await app.putPicture(jpegOf())
    const url = await app.listed()
    await age(app, 301)
    assert.match(await app.listed(), /\.png$/)
    assert.equal((await load(url)).status, 404)
  })

  const removals: Record<string, (app: App) => Promise<unknown>> = {
    'the streamer ends the live': ({ streamer }) => streamer.callConsole('DELETE', '/live'),
    'a moderator ends the live': ({ streamer: { channelId }, deps }) =>
      moderateLive({ channelId, measure: 'END', reason: 'spam' }, mailMeasure(deps), deps),
    'a moderator removes it': ({ streamer: { channelId }, deps }) =>
      moderateLive({ channelId, measure: 'REMOVE_PICTURE', reason: 'spam' }, mailMeasure(deps), deps),
    'the channel is suspended': ({ streamer: { channelId }, deps }) =>
      suspendAccount({ channelId, reason: undefined }, endAccountActivity, deps),
    'the live becomes one for adults': ({ streamer }) =>
      streamer.callConsole('PATCH', '/live/setting', { adult: true }),
    'the channel becomes private': ({ streamer }) =>
      streamer.callConsole('PATCH', '/live/setting', { audience: 'FOLLOWERS' }),
  }
  for (const [event, remove] of Object.entries(removals))
    test(`is gone at once when ${event}`, async () => {
      await using app = await openLive()
      await app.putPicture(jpegOf())
      const url = await app.listed()
      // It is in memory now.
      assert.equal((await load(url)).status, 200)
      await remove(app)
      assert.equal((await load(url)).status, 404)
    })

  test('is not taken of a live for adults, and is deleted after the live', async () => {
    await using app = await openLive()
    const rows = async () => app.deps.db.read.selectFrom('live_picture').selectAll().execute()
    await app.streamer.callConsole('PATCH', '/live/setting', { adult: true })
    assert.equal((await app.putPicture(jpegOf())).status, 204)
    assert.deepEqual(await rows(), [])
    await app.streamer.callConsole('PATCH', '/live/setting', { adult: false })
    app.clock.advance(limits.livePictureMinSec * 1_000)
    await app.putPicture(jpegOf())
    assert.equal((await rows()).length, 1)
    await app.streamer.callConsole('DELETE', '/live')
    await sweepLives(app.deps)
    assert.deepEqual(await rows(), [])
  })

  test('that the streamer chose is shown instead', async () => {
    await using app = await openLive()
    await app.putPicture(jpegOf())
    const picture = jpegOf({ fill: 9 })
    await app.streamer.callConsole('PUT', '/live/thumbnail', { picture: picture.toString('base64') })
    assert.deepEqual((await load(await app.listed())).bytes, picture)
  })

  test('is refused in another format, of another size and too often, and without the token of a live', async () => {
    await using app = await openLive()
    const statuses = async (...pictures: Buffer[]) =>
      Promise.all(pictures.map(async (picture) => (await app.putPicture(picture)).status))
    assert.deepEqual(await statuses(Buffer.from('no picture'), jpegOf({ width: 481 })), [422, 422])
    assert.equal((await app.putPicture(jpegOf())).status, 429)
    app.clock.advance(limits.livePictureMinSec * 1_000)
    assert.equal((await app.putPicture(jpegOf({ bytes: 102_401 }))).status, 413)
    assert.equal((await app.putPicture(jpegOf(), 'x')).status, 401)
    await app.streamer.callConsole('DELETE', '/live')
    await eventually(async () => (await app.putPicture(jpegOf())).status === 410)
  })

  test('comes from the studio, too, where an encoder publishes', async () => {
    await using app = await openLive()
    const put = (picture: Buffer) =>
      app.streamer.callConsole('PUT', '/live/video/picture', { picture: picture.toString('base64') })
    assert.equal((await put(jpegOf())).status, 200)
    assert.deepEqual((await load(await app.listed())).bytes, jpegOf())
    for (const [picture, code] of [
      [Buffer.from('no picture'), 'NOT_A_PICTURE'],
      [jpegOf({ bytes: 102_401 }), 'PICTURE_TOO_LARGE'],
      [jpegOf({ height: 271 }), 'PICTURE_TOO_LARGE'],
    ] as const)
      assert.deepEqual((await put(picture)).body.reason?.code, code)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { suspendAccount } from '../../features/accounts/end/end-account.ts'
import { endAccountActivity } from '../../features/sessions/end-account-activity.ts'
import {
  avcC,
  batchOf,
  frameOf,
  load,
  openUpload,
  opusHead,
  pictureBatch,
  type Packet,
} from '../../../../tests/support/clients/video-upload.ts'

type App = Awaited<ReturnType<typeof openConsoleTestApp>>

async function openReceived(settings: Parameters<typeof openConsoleTestApp>[0] = {}) {
  const app = await openConsoleTestApp(settings)
  const streamer = await app.signedIn('스트리머')
  const upload = await openUpload(streamer)
  return Object.assign(app, { streamer, upload })
}

/** The live in the state of the channel, as its watch page gets it. */
async function liveOf({ viewer }: Pick<App, 'viewer'>, channelId: string) {
  const { body } = await viewer.callConsole('GET', `/channels/${channelId}`)
  return body.content.state.live as { liveId: number; playbackUrl: string | null; video: string | null } | null
}

/** The playlist address, once the watch page has it. */
async function playbackOf(app: Pick<App, 'viewer'>, channelId: string): Promise<string> {
  let url: string | null = null
  await eventually(async () => {
    url = (await liveOf(app, channelId))?.playbackUrl ?? null
    return url !== null
  })
  return String(url)
}

const framesAt = (...times: number[]) =>
  batchOf(times.map((at) => ({ kind: 'avc', at, data: frameOf(false) }) as const))

describe('video of a page', () => {
  test('the watch page gets the playlist when the first part can be played', async () => {
    await using app = await openReceived()
    const { streamer, upload } = app
    assert.deepEqual(await liveOf(app, streamer.channelId).then((live) => [live?.video, live?.playbackUrl]), [
      'starting',
      null,
    ])
    await upload.send(0, 1)
    const url = await playbackOf(app, streamer.channelId)
    const master = await load(url)
    assert.match(master.text, /CODECS="avc1\.42c00b,mp4a\.40\.2",RESOLUTION=320x180\n0\/index\.m3u8/)
    assert.equal((await liveOf(app, streamer.channelId))?.video, 'live')
  })

  test('a playlist has the parts of batches, segments from key frame to key frame, and an init segment', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 8)
    const url = await playbackOf(app, app.streamer.channelId)
    const { text, headers } = await load(new URL('0/index.m3u8', url).href)
    assert.deepEqual(
      [headers.get('content-type'), headers.get('access-control-allow-origin'), headers.get('cache-control')],
      ['application/vnd.apple.mpegurl', '*', 'public, max-age=1'],
    )
    assert.match(text, /#EXT-X-TARGETDURATION:1\n/)
    assert.match(text, /#EXT-X-PART:DURATION=0\.32000,URI="0\.0\.m4s",INDEPENDENT=YES\n/)
    assert.match(text, /#EXTINF:1\.00000,\n0\.m4s\n/)
    assert.match(text, /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="2\.\d\.m4s"\n$/)
    for (const file of ['init-1.mp4', '0.m4s', '0.0.m4s', '1.1.m4s']) {
      const media = await load(new URL(`0/${file}`, url).href)
      assert.deepEqual([media.status, media.headers.get('content-type')], [200, 'video/mp4'], file)
      assert.equal(media.headers.get('cache-control'), 'public, max-age=60, immutable')
    }
    const still = await load(new URL('still.mp4', url).href)
    assert.deepEqual([still.status, /ftyp.*avc1.*moof/s.test(still.text)], [200, true])
  })

  test('a frame that is late does not keep players further behind for the rest of the live', async () => {
    await using app = await openReceived()
    const { clock, streamer, upload } = app
    let n = 0
    const send = async (batch: Buffer) => {
      clock.advance(320)
      assert.equal((await upload.put(n++, batch)).status, 200)
    }
    await send(pictureBatch(0))
    const playlist = new URL('0/index.m3u8', await playbackOf(app, streamer.channelId)).href
    const partTarget = async () => /PART-TARGET=(.*)/.exec((await load(playlist)).text)?.[1]
    await send(framesAt(320, 360, 400, 440, 480, 720))
    assert.equal(await partTarget(), '0.37')
    // No part can be shorter than the time that a frame is shown.
    await send(framesAt(760, 1_240))
    assert.equal(await partTarget(), '0.52')
    for (let index = 4; index < 75; index++) await send(pictureBatch(index))
    assert.equal(await partTarget(), '0.37')
  })

  test('lists of lives have the last key frame as a picture, but not of a live for adults', async () => {
    await using app = await openReceived()
    const listed = async () => (await app.viewer.callConsole('GET', '/lives')).body.content.data[0].stillUrl
    assert.equal(await listed(), null)
    await app.upload.send(0, 1)
    await playbackOf(app, app.streamer.channelId)
    assert.match((await load(await listed())).text, /ftyp.*avc1.*moof/s)
    const settings = await app.streamer.callConsole('PATCH', '/live/setting', { adult: true })
    assert.equal(settings.status, 200, JSON.stringify(settings.body))
    assert.equal(await listed(), null)
  })

  test('Opus and two picture sizes are in one master playlist', async () => {
    await using app = await openReceived()
    const sizes = [0, 1].flatMap((rendition): Packet[] => [
      { kind: 'avc', isConfiguration: true, rendition, data: avcC },
      { kind: 'avc', isKey: true, rendition, data: frameOf(true) },
    ])
    const opus: Packet = { kind: 'opus', isConfiguration: true, data: opusHead }
    const sound: Packet = { kind: 'opus', isKey: true, durationMs: 20, data: Buffer.alloc(60, 3) }
    assert.equal((await app.upload.put(0, batchOf([...sizes, opus, sound]))).status, 200)
    const url = await playbackOf(app, app.streamer.channelId)
    assert.equal((await load(url)).text.match(/CODECS="avc1\.42c00b,opus"/g)?.length, 2)
    assert.match((await load(new URL('1/init-1.mp4', url).href)).text, /Opus[^]*dOps/)
    assert.match((await load(new URL('1/index.m3u8', url).href)).text, /"0\.0\.m4s",INDEPENDENT=YES/)
  })

  test('a playlist that is requested with the next part answers when it has it', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 1)
    const url = await playbackOf(app, app.streamer.channelId)
    const waiting = load(new URL('0/index.m3u8?_HLS_msn=0&_HLS_part=1', url).href)
    await app.upload.send(1, 1)
    assert.match((await waiting).text, /URI="0\.1\.m4s"/)
    assert.equal((await waiting).headers.get('cache-control'), 'public, max-age=6')
    const hinted = load(new URL('0/0.2.m4s', url).href)
    await app.upload.send(2, 1)
    assert.equal((await hinted).status, 200)
  })

  test('a playlist that does not continue answers 503, and one far ahead 400', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 1)
    const url = await playbackOf(app, app.streamer.channelId)
    let status = 0
    const waiting = load(new URL('0/index.m3u8?_HLS_msn=1', url).href).then((answer) => (status = answer.status))
    await eventually(() => {
      app.clock.advance(1_000)
      return status !== 0
    })
    assert.equal(await waiting, 503)
    for (const query of ['_HLS_msn=9', '_HLS_msn=x', '_HLS_part=1', '_HLS_msn=1&_HLS_msn=1'])
      assert.equal((await load(new URL(`0/index.m3u8?${query}`, url).href)).status, 400, query)
  })

  test('an unchanged playlist and a segment that the player has are not sent again', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 4)
    const url = await playbackOf(app, app.streamer.channelId)
    for (const file of ['0/index.m3u8', '0/0.m4s']) {
      const { headers } = await load(new URL(file, url).href)
      const etag = headers.get('etag') ?? ''
      const again = await load(new URL(file, url).href, { 'if-none-match': etag })
      assert.deepEqual([again.status, again.text], [304, ''], file)
    }
  })

  test('paths that name no file of the live are 404', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 4)
    const url = await playbackOf(app, app.streamer.channelId)
    const paths = ['1/index.m3u8', '0/99.m4s', '0/0.9.m4s', '0/init-9.mp4', '0/..%2f0.m4s']
    for (const path of [...paths, '00/0.m4s', '0/0.m4s.m4s', '0/__proto__', 'x/0.m4s', '0/-1.m4s'])
      assert.equal((await load(`${url.replace('master.m3u8', '')}${path}`)).status, 404, path)
    assert.equal((await load(url.replace(/v1\/[0-9a-f-]+/, 'v1/00000000-0000-4000-8000-000000000000'))).status, 404)
  })
})

describe('upload of a page', () => {
  test('a repeated batch is accepted and ignored, a later one is refused with the number that is expected', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 2)
    const repeated = await app.upload.put(1)
    assert.deepEqual([repeated.status, repeated.body.next], [200, 2])
    const late = await app.upload.put(5)
    assert.deepEqual([late.status, late.body.message, late.body.next], [409, 'UPLOAD_OUT_OF_ORDER', 2])
  })

  test('batches after a gap begin with a discontinuity', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 4)
    const url = await playbackOf(app, app.streamer.channelId)
    // Batch 25 begins with a key frame.
    assert.equal((await app.upload.put(25, pictureBatch(25), '?gap=1')).status, 200)
    const { text } = await load(new URL('0/index.m3u8', url).href)
    assert.match(
      text,
      /#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:[^\n]+\n#EXT-X-PART:.*"2\.0\.m4s",INDEPENDENT=YES/,
    )
    const { body } = await app.streamer.callConsole('GET', '/live/video')
    assert.equal(body.content.video.lostBatches, 21)
  })

  test('an invalid batch is skipped, and the live goes on with the next key frame', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 4)
    const refused = await app.upload.put(4, Buffer.from('no packets at all, but text'))
    assert.deepEqual([refused.status, refused.body.message, refused.body.next], [422, 'INVALID_PACKETS', 5])
    assert.equal((await app.upload.put(5, pictureBatch(25))).status, 200)
  })

  test('only its token may upload', async () => {
    await using app = await openReceived()
    for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${app.upload.token}`]) {
      const response = await fetch(`${app.upload.uploadUrl}/0`, {
        method: 'PUT',
        headers: { authorization },
        body: 'x',
      })
      assert.deepEqual(
        [response.status, ((await response.json()) as any).message],
        [401, 'UNKNOWN_UPLOAD'],
        authorization,
      )
    }
  })

  test('a second page is refused, and may take over: the first one learns that', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 4)
    const fields = { video: [{ width: 320, height: 180 }], audio: true }
    const refused = await app.streamer.callConsole('POST', '/live/video', fields)
    assert.deepEqual([refused.status, refused.body.reason?.code], [400, 'LIVE_ELSEWHERE'])
    const second = await openUpload(app.streamer, { takeOver: true })
    assert.equal(second.liveId, app.upload.liveId)
    const late = await app.upload.put(4)
    assert.deepEqual([late.status, late.body.message], [410, 'UPLOAD_TAKEN_OVER'])
    await second.send(0, 4)
    const url = await playbackOf(app, app.streamer.channelId)
    assert.match((await load(new URL('0/index.m3u8', url).href)).text, /#EXT-X-DISCONTINUITY\n/)
  })

  test('a page that was reloaded continues the live with its token', async () => {
    await using app = await openReceived()
    await app.upload.send(0, 1)
    const again = await openUpload(app.streamer, { token: app.upload.token })
    assert.equal(again.liveId, app.upload.liveId)
    await again.send(0, 1)
  })

  test('a batch of more than 2 MB is refused before it is read, and too many batches a second', async () => {
    await using app = await openReceived()
    assert.equal((await app.upload.put(0, Buffer.alloc(2_100_000))).status, 413)
    const statuses: number[] = []
    for (let n = 0; n < 70; n++) statuses.push((await app.upload.put(0)).status)
    assert.equal(statuses.at(-1), 429)
    app.clock.advance(1_000)
    assert.equal((await app.upload.put(0)).status, 200)
  })
})

describe('end of a video', () => {
  test('a page that is gone is interrupted after 5 seconds, and its live ends after 30', async () => {
    await using app = await openReceived()
    const { channelId } = app.streamer
    await app.upload.send(0, 4)
    const url = await playbackOf(app, channelId)
    const passUntil = (isReached: (live: Awaited<ReturnType<typeof liveOf>>) => boolean) =>
      eventually(
        async () => {
          app.clock.advance(250)
          return isReached(await liveOf(app, channelId))
        },
        { maxPauseMs: 5 },
      )
    const start = app.clock.uptime()
    await passUntil((live) => live?.video === 'interrupted')
    const interruptedAfterMs = app.clock.uptime() - start
    await passUntil((live) => live === null)
    assert.ok(interruptedAfterMs >= 5_000 && interruptedAfterMs < 25_000, `${interruptedAfterMs} ms`)
    assert.ok(app.clock.uptime() - start >= 30_000)
    assert.match((await load(new URL('0/index.m3u8', url).href)).text, /#EXT-X-ENDLIST\n$/)
    const late = await app.upload.put(4)
    assert.deepEqual([late.status, late.body.message], [410, 'LIVE_ENDED'])
    app.clock.advance(11_000)
    assert.equal((await load(url)).status, 404)
  })

  test('going offline, a new stream key and a suspended account end it at once', async () => {
    await using app = await openConsoleTestApp()
    const ends: ((streamer: Awaited<ReturnType<App['signedIn']>>) => Promise<unknown>)[] = [
      (streamer) => streamer.callConsole('DELETE', '/live'),
      (streamer) => streamer.callConsole('POST', '/stream-key'),
      ({ channelId }) => suspendAccount({ channelId, reason: undefined }, endAccountActivity, app.deps),
    ]
    for (const end of ends) {
      const streamer = await app.signedIn('스트리머')
      const upload = await openUpload(streamer)
      await upload.send(0, 4)
      const url = await playbackOf(app, streamer.channelId)
      await end(streamer)
      await eventually(async () => (await load(url)).status === 404)
      assert.equal((await upload.put(4)).status, 410)
    }
  })

  test('the address changes when the live becomes one for adults, and is given to those who confirm their age', async () => {
    await using app = await openReceived()
    const { streamer, viewer } = app
    await app.upload.send(0, 4)
    const url = await playbackOf(app, streamer.channelId)
    await streamer.callConsole('PATCH', '/live/setting', { adult: true })
    await eventually(async () => (await load(url)).status === 404)
    const live = await liveOf(app, streamer.channelId)
    assert.deepEqual([live?.playbackUrl, live?.video], [null, 'live'])
    const path = `/channels/${streamer.channelId}/video`
    const refused = await viewer.callConsole('GET', path)
    assert.deepEqual([refused.status, refused.body.reason?.code], [403, 'AGE_NOT_CONFIRMED'])
    const { body } = await viewer.callConsole('GET', `${path}?isAdult=true`)
    assert.equal((await load(body.content.playbackUrl)).status, 200)
    assert.notEqual(body.content.playbackUrl, url)
  })
})

describe('limit of videos', () => {
  test('a server with as many as it may carry refuses another one', async () => {
    await using app = await openReceived({ videoLives: 1 })
    const other = await app.signedIn('다른 스트리머')
    const { status, body } = await other.callConsole('POST', '/live/video', {
      video: [{ width: 320, height: 180 }],
      audio: true,
    })
    assert.deepEqual([status, body.reason?.code], [503, 'TOO_MANY_VIDEOS'])
    assert.equal(await liveOf(app, other.channelId), null)
  })

  test('a platform with a media server of its own carries no video itself', async () => {
    await using app = await openConsoleTestApp({ playbackUrl: 'http://127.0.0.1:9/{channelId}/index.m3u8' })
    const streamer = await app.signedIn('스트리머')
    const { body } = await streamer.callConsole('POST', '/live/video', {
      video: [{ width: 320, height: 180 }],
      audio: true,
    })
    assert.equal(body.reason?.code, 'VIDEO_IS_OFF')
  })
})

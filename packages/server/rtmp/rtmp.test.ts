import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTestAuthority } from '../../../tests/support/programs/certificates.ts'
import { openConsoleTestApp } from '../../../tests/support/apps/console-test-app.ts'
import { decode, noEncoder, startEncoder } from '../../../tests/support/clients/encoder.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'
import { createTempFolder } from '../infra/db/embedded/test-helpers.ts'
import { suspendAccount } from '../features/accounts/end/end-account.ts'
import { moderateLive } from '../features/lives/moderate-live.ts'
import { mailMeasure } from '../features/mail/mail-measure.ts'
import { getStreamKey, rotateStreamKey } from '../features/lives/stream-key.ts'
import { endAccountActivity } from '../features/sessions/end-account-activity.ts'
import type { Platform } from '../services.ts'
import { load, openUpload } from '../../../tests/support/clients/video-upload.ts'

async function openStudio() {
  const app = await openConsoleTestApp({ rtmpPort: 0 })
  const streamer = await app.signedIn('스트리머')
  const { body } = await streamer.callConsole('GET', '/stream-key')
  const { streamKey } = body.content as { streamKey: string }
  const overview = await streamer.callConsole('GET', '/studio')
  const { ingestUrl } = overview.body.content as { ingestUrl: string }
  const health = async () => (await streamer.callConsole('GET', '/live/video')).body.content
  const liveOf = async () =>
    (await app.viewer.callConsole('GET', `/channels/${streamer.channelId}`)).body.content.state.live
  /** The playlist address, once viewers have it. */
  const playback = async () => {
    await eventually(async () => typeof (await liveOf())?.playbackUrl === 'string', { within: 20_000 })
    return (await liveOf()).playbackUrl as string
  }
  return Object.assign(app, { streamer, streamKey, ingestUrl, health, liveOf, playback })
}

describe('encoder by RTMP', { skip: noEncoder }, () => {
  for (const bFrames of [0, 3])
    test(`its picture and sound can be decoded, with ${bFrames} B-frames`, async () => {
      await using app = await openStudio()
      await using encoder = startEncoder({
        url: `${app.ingestUrl}/${app.streamKey}`,
        isLive: true,
        seconds: 4,
        bFrames,
      })
      const url = await app.playback()
      assert.equal(await encoder.exited, 0, await encoder.log)
      const { streams } = await decode(url)
      const [video, audio] = streams
      assert.deepEqual([video?.codec, audio?.codec], ['h264', 'aac'])
      assert.equal(video?.frames, 100)
      assert.ok((audio?.frames ?? 0) > 170, `${audio?.frames} frames of audio`)
      await eventually(async () => (await app.liveOf()) === null)
    })

  test('the key may be a parameter of any name', async () => {
    await using app = await openStudio()
    await using encoder = startEncoder({ url: `${app.ingestUrl}/main?key=${app.streamKey}`, isLive: true, seconds: 30 })
    await app.playback()
    const { video } = await app.health()
    assert.deepEqual(
      [video.source, video.state, video.width, video.height, video.videoCodec.slice(0, 5), video.audioCodec],
      ['encoder', 'live', 320, 180, 'avc1.', 'mp4a.40.2'],
    )
    encoder.kill()
  })

  test('a wrong key is refused with its reason, which the studio of that network shows', async () => {
    await using app = await openStudio()
    await using encoder = startEncoder({ url: `${app.ingestUrl}/wrong` })
    assert.notEqual(await encoder.exited, 0)
    assert.match(await encoder.log, /invalid stream key/)
    const { video, hints } = await app.health()
    assert.deepEqual([video, hints.map(({ code }: { code: string }) => code)], [null, ['WRONG_KEY']])
  })

  test('after too many wrong keys of a network no key of it is looked up, for a minute', async () => {
    await using app = await openConsoleTestApp({ rtmpPort: 0, quotaUnknownCredentials: 1 })
    const { channelId } = await app.signedIn('스트리머')
    const key = await getStreamKey(channelId, app.deps)
    const { encoderUrl } = app.deps.videos
    for (const [name, answer] of [
      ['wrong', /invalid stream key/],
      [key, /too many wrong stream keys/],
    ] as const) {
      await using encoder = startEncoder({ url: `${encoderUrl}/${name}`, seconds: 1 })
      assert.notEqual(await encoder.exited, 0)
      assert.match(await encoder.log, answer)
    }
    app.clock.advance(60_000)
    await using encoder = startEncoder({ url: `${encoderUrl}/${key}`, isLive: true, seconds: 30 })
    await eventually(() => app.deps.videos.isTaken(channelId), { within: 15_000 })
    encoder.kill()
  })

  test('a second encoder and a second page are refused, and the first goes on', async () => {
    await using app = await openStudio()
    await using first = startEncoder({ url: `${app.ingestUrl}/${app.streamKey}`, isLive: true, seconds: 30 })
    const url = await app.playback()
    await using second = startEncoder({ url: `${app.ingestUrl}/${app.streamKey}` })
    assert.notEqual(await second.exited, 0)
    assert.match(await second.log, /live from another page or encoder/)
    const page = await app.streamer.callConsole('POST', '/live/video', {
      video: [{ width: 320, height: 180 }],
      audio: true,
    })
    assert.equal(page.body.reason?.code, 'LIVE_ELSEWHERE')
    assert.equal((await load(url)).status, 200)
    first.kill()
  })

  test('a page may take over from an encoder, which is told so', async () => {
    await using app = await openStudio()
    await using encoder = startEncoder({ url: `${app.ingestUrl}/${app.streamKey}`, isLive: true, seconds: 60 })
    const url = await app.playback()
    const upload = await openUpload(app.streamer, { takeOver: true })
    await encoder.exited
    await upload.send(0, 4)
    assert.match((await load(new URL('0/index.m3u8', url).href)).text, /#EXT-X-DISCONTINUITY\n/)
  })

  for (const [name, options, reason, code] of [
    ['video codec', { video: ['-c:v', 'flv1'] }, /H\.263 is not supported, use H\.264/, 'UNSUPPORTED_VIDEO_CODEC'],
    [
      'audio codec',
      { audio: ['-c:a', 'libmp3lame', '-ar', '44100'] },
      /MP3 is not supported, use AAC/,
      'UNSUPPORTED_AUDIO_CODEC',
    ],
    ['key frame interval', { seconds: 12, gop: 290 }, /at most 10 seconds/, 'KEY_FRAME_INTERVAL_TOO_LONG'],
  ] as const)
    test(`a wrong ${name} is named to the encoder and in the studio`, async () => {
      await using app = await openStudio()
      await using encoder = startEncoder({ url: `${app.ingestUrl}/${app.streamKey}`, ...options })
      await encoder.exited
      assert.match(await encoder.log, reason)
      const { hints } = await app.health()
      assert.ok(
        hints.some((hint: { code: string }) => hint.code === code),
        JSON.stringify(hints),
      )
    })

  test('key frames of 8.3 seconds, as OBS sends them, can be watched before the second one', async () => {
    await using app = await openStudio()
    await using encoder = startEncoder({
      url: `${app.ingestUrl}/${app.streamKey}`,
      isLive: true,
      seconds: 30,
      gop: 208,
    })
    const url = await app.playback()
    const { text } = await load(new URL('0/index.m3u8', url).href)
    assert.match(text, /#EXT-X-TARGETDURATION:10\n/)
    assert.match(text, /URI="0\.3\.m4s"/)
    encoder.kill()
  })

  test('a killed encoder continues the live, with a discontinuity', async () => {
    await using app = await openStudio()
    const url = `${app.ingestUrl}/${app.streamKey}`
    await using first = startEncoder({ url, isLive: true, seconds: 60 })
    const playlist = new URL('0/index.m3u8', await app.playback()).href
    const { liveId } = await app.liveOf()
    first.kill()
    await first.exited
    await eventually(() => !app.deps.videos.isTaken(app.streamer.channelId))
    await using second = startEncoder({ url, isLive: true, seconds: 60 })
    await eventually(async () => /#EXT-X-DISCONTINUITY\n/.test((await load(playlist)).text), { within: 15_000 })
    assert.equal((await app.liveOf()).liveId, liveId)
    assert.equal((await app.health()).video.reconnects, 1)
    second.kill()
  })

  for (const [what, takeDown] of Object.entries<(channelId: string, deps: Platform) => Promise<unknown>>({
    'a new stream key': rotateStreamKey,
    'a moderator who ends the live': (channelId, deps) =>
      moderateLive({ channelId, measure: 'END', reason: 'spam' }, mailMeasure(deps), deps),
    'the suspension of the streamer': (channelId, deps) =>
      suspendAccount({ channelId, reason: undefined }, endAccountActivity, deps),
  }))
    test(`${what} cuts the encoder within a second`, async () => {
      await using app = await openStudio()
      const { channelId } = app.streamer
      await using encoder = startEncoder({ url: `${app.ingestUrl}/${app.streamKey}`, isLive: true, seconds: 60 })
      const url = await app.playback()
      await takeDown(channelId, app.deps)
      await eventually(() => app.deps.videos.findReceived(channelId) === null, { within: 1_000 })
      assert.equal((await load(url)).status, 404)
      await encoder.exited
    })

  test('with a certificate it publishes by RTMPS', async () => {
    const authority = await createTestAuthority()
    const { cert, key } = await authority.issueCertificate('127.0.0.1')
    using folder = createTempFolder()
    const [tlsCert, tlsKey] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
    writeFileSync(tlsCert, cert)
    writeFileSync(tlsKey, key)
    await using app = await openTestApp({ settings: { rtmpPort: 0, tlsCert, tlsKey } })
    const { channelId } = await app.act('createPerson', { channelName: '스트리머' })
    const { encoderUrl } = app.deps.videos
    assert.match(encoderUrl ?? '', /^rtmps:\/\/127\.0\.0\.1:\d+\/live$/)
    const url = `${encoderUrl}/${await getStreamKey(channelId, app.deps)}`
    await using encoder = startEncoder({ url, isLive: true, seconds: 30 })
    await eventually(() => app.deps.videos.isTaken(channelId), { within: 15_000 })
    encoder.kill()
  })
})

describe('address for encoders', () => {
  test('a port that is in use is an error if it was chosen, and another one is used otherwise', async () => {
    await using first = await openTestApp({ settings: { rtmpPort: 0 } })
    const rtmpPort = Number(new URL(first.deps.videos.encoderUrl?.replace('rtmp:', 'http:') ?? '').port)
    await assert.rejects(openTestApp({ settings: { rtmpPort } }), /port \d+ of ONAIR_RTMP_PORT/)
    // The address of a site stays the same, so it does not start at another port.
    await using usual = await openTestApp({ settings: { rtmpPort: null } })
    assert.match(usual.deps.videos.encoderUrl ?? '', /^rtmp:/)
    const site = openTestApp({ settings: { mode: 'production', rtmpPort: null } })
    await assert.rejects(site, /port 1935 of ONAIR_RTMP_PORT: it is in use/)
    await using second = await openTestApp({ settings: { rtmpPort: null } })
    await using third = await openTestApp({ settings: { rtmpPort: null } })
    assert.notEqual(second.deps.videos.encoderUrl, third.deps.videos.encoderUrl)
  })

  test('encoders reach an address of their own, such as behind a proxy that forwards HTTP only', async () => {
    await using app = await openTestApp({ settings: { rtmpPort: 0, rtmpHost: '127.0.0.2' } })
    const { port } = new URL(app.deps.videos.encoderUrl?.replace('rtmp:', 'http:') ?? '')
    const connecting = connect(Number(port), '127.0.0.2')
    await once(connecting, 'connect', { signal: AbortSignal.timeout(5_000) })
    connecting.destroy()
    const refused = connect(Number(port), '127.0.0.1')
    await assert.rejects(once(refused, 'connect', { signal: AbortSignal.timeout(5_000) }), { code: 'ECONNREFUSED' })
  })

  test('there is none where another media server has the video', async () => {
    const playbackUrl = 'http://127.0.0.1:9/{channelId}/index.m3u8'
    await using app = await openTestApp({ settings: { rtmpPort: 0, playbackUrl } })
    assert.equal(app.deps.videos.encoderUrl, null)
  })
})

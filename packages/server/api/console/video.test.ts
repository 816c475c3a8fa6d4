import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { openUpload, pictureBatch } from '../../../../tests/support/clients/video-upload.ts'

describe('getVideoHealth', () => {
  test('a good stream has its figures, and no hint', async () => {
    await using app = await openConsoleTestApp()
    const streamer = await app.signedIn('스트리머')
    const upload = await openUpload(streamer)
    for (let n = 0; n < 25; n++) {
      app.clock.advance(320)
      await upload.put(n, pictureBatch(n))
    }
    const { video, hints } = (await streamer.callConsole('GET', '/live/video')).body.content
    assert.deepEqual(hints, [])
    const { source, state, width, height, videoCodec, audioCodec, keyFrameSec, lostBatches, reconnects } = video
    assert.deepEqual(
      [source, state, width, height, videoCodec, audioCodec, keyFrameSec, lostBatches, reconnects],
      ['page', 'live', 320, 180, 'avc1.42c00b', 'mp4a.40.2', 1, 0, 0],
    )
    assert.ok(video.fps > 22 && video.fps < 28, String(video.fps))
    assert.ok(video.kbps > 40 && video.kbps < 80, String(video.kbps))
  })

  test('a channel without a video has none, and no hint', async () => {
    await using app = await openConsoleTestApp()
    const { body } = await app.viewer.callConsole('GET', '/live/video')
    assert.deepEqual(body.content, { isEnabled: true, encoderUrl: null, video: null, hints: [] })
  })
})

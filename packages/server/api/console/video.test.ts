import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StreamHint } from '@onair/contract'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import {
  avcC,
  batchOf,
  frameOf,
  openUpload,
  pictureBatch,
  type Packet,
  type Upload,
} from '../../../../tests/support/clients/video-upload.ts'

type App = Awaited<ReturnType<typeof openConsoleTestApp>>
type Send = (batch: Buffer, passedMs?: number) => Promise<void>

/** A live whose batches arrive as the clock goes. */
async function openStream(fields: object = {}) {
  const app = await openConsoleTestApp()
  const streamer = await app.signedIn('스트리머')
  const upload = await openUpload(streamer, fields)
  let n = 0
  const send: Send = async (batch, passedMs = 320) => {
    app.clock.advance(passedMs)
    await upload.put(n++, batch)
  }
  const read = async () =>
    (await streamer.callConsole('GET', '/live/video')).body.content as { video: any; hints: StreamHint[] }
  const codes = async () => (await read()).hints.map(({ code }) => code)
  return Object.assign(app, { streamer, upload, send, read, codes })
}

/** A second of 5 frames. */
function slowBatch(second: number, isKey: boolean): Buffer {
  const packets: Packet[] = [{ kind: 'avc', isConfiguration: true, data: avcC }]
  for (let frame = 0; frame < 5; frame++)
    packets.push({ kind: 'avc', isKey: isKey && frame === 0, at: second * 1_000 + frame * 200, data: frameOf(isKey) })
  return batchOf(packets)
}

describe('getVideoHealth', () => {
  test('a good stream has its figures, and no hint', async () => {
    await using app = await openStream()
    for (let n = 0; n < 25; n++) await app.send(pictureBatch(n))
    const { video, hints } = await app.read()
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

  const faults: Record<string, (stream: { send: Send; upload: Upload; clock: App['clock'] }) => Promise<void>> = {
    async NO_KEY_FRAME({ send }) {
      for (let second = 0; second < 5; second++) await send(slowBatch(second, false), 1_000)
    },
    async KEY_FRAME_INTERVAL_LONG({ send }) {
      for (let second = 0; second < 7; second++) await send(slowBatch(second, second % 6 === 0), 1_000)
    },
    async KEY_FRAME_INTERVAL_TOO_LONG({ send }) {
      for (let second = 0; second < 12; second++) await send(slowBatch(second, second === 0), 1_000)
    },
    async NO_AUDIO({ send }) {
      for (let n = 0; n < 25; n++) await send(pictureBatch(n, { hasAudio: false }))
    },
    async UPLOAD_TOO_SLOW({ send }) {
      for (let n = 0; n < 25; n++) await send(pictureBatch(n), 500)
    },
    async CLOCK_JUMPS({ send }) {
      for (const n of [0, 25, 0, 25]) await send(pictureBatch(n))
    },
    async INVALID_PACKETS({ send }) {
      await send(pictureBatch(0))
      await send(Buffer.from('no packets at all, but text'))
    },
    async UNSUPPORTED_SIZE({ send }) {
      // 2560 × 1440 pixels.
      const large = Buffer.from(
        '0142c032ffe100196742c032d9002800b5b011000003000100000300140f18324801000568cb83cb20',
        'hex',
      )
      await send(batchOf([{ kind: 'avc', isConfiguration: true, data: large }]))
    },
    async INTERRUPTED({ send, clock }) {
      for (let n = 0; n < 4; n++) await send(pictureBatch(n))
      clock.advance(6_000)
    },
  }
  for (const [code, plant] of Object.entries(faults))
    test(`names ${code}`, async () => {
      await using app = await openStream()
      await plant(app)
      assert.ok((await app.codes()).includes(code as StreamHint['code']), JSON.stringify(await app.codes()))
    })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StreamHint } from '@onair/contract'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { openPublisher } from '@onair/server/infra/rtmp/publisher.ts'
import { goLive as english } from '../../packages/console/locales/en/go-live.ts'
import { goLive as korean } from '../../packages/console/locales/ko/go-live.ts'
import { openConsoleTestApp } from '../support/apps/console-test-app.ts'
import { noEncoder, startEncoder } from '../support/clients/encoder.ts'
import { connectTestEncoder } from '../support/clients/test-encoder.ts'
import { avcC, batchOf, frameOf, openUpload, pictureBatch, type Packet } from '../support/clients/video-upload.ts'
import { eventually } from '../support/eventually.ts'

/** A streamer whose pages and encoders send as the fake clock goes. */
async function openStudio() {
  const app = await openConsoleTestApp({ rtmpPort: 0, videoMaxKbps: 100, videoLives: 1 })
  const streamer = await app.signedIn('스트리머')
  const hints = async () => (await streamer.callConsole('GET', '/live/video')).body.content.hints as StreamHint[]
  return Object.assign(app, {
    streamer,
    hints,
    /** A page whose batches are sent one after the other. */
    page: async (fields: object = {}) => {
      const upload = await openUpload(streamer, fields)
      let n = 0
      return {
        put: upload.put,
        send: async (batch: Buffer = pictureBatch(n), { passedMs = 320, isAfterGap = false } = {}) => {
          app.clock.advance(passedMs)
          await upload.put(n++, batch, isAfterGap ? '?gap=1' : '')
        },
        /** Leaves batches out. */
        skip: (batches: number) => void (n += batches),
      }
    },
    encoder: (audioConfig?: Buffer) => connectTestEncoder(streamer.channelId, app, audioConfig),
  })
}

type Studio = Awaited<ReturnType<typeof openStudio>>
type Page = Awaited<ReturnType<Studio['page']>>
type Encoder = Awaited<ReturnType<Studio['encoder']>>

async function times(count: number, run: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index++) await run(index)
}

const goodSteps = 15
const goodPage = (page: Page) => times(goodSteps, () => page.send())
const goodEncoder = (encoder: Encoder) => times(goodSteps, () => encoder.send())

/** A second of 5 frames without sound, as of a shared screen that stands still. */
function slowBatch(second: number, isKey: boolean): Buffer {
  const packets: Packet[] = [{ kind: 'avc', isConfiguration: true, data: avcC }]
  for (let frame = 0; frame < 5; frame++) {
    const isKeyFrame = isKey && frame === 0
    packets.push({ kind: 'avc', isKey: isKeyFrame, at: second * 1_000 + frame * 200, data: frameOf(isKeyFrame, 9) })
  }
  return batchOf(packets)
}

const secondMs = { passedMs: 1_000 }
/** 2560 × 1440 pixels. */
const largeAvcC = Buffer.from(
  '0142c032ffe100196742c032d9002800b5b011000003000100000300140f18324801000568cb83cb20',
  'hex',
)
/** AAC-LC of 48 kHz with six channels. */
const surroundConfig = Buffer.from([0x11, 0xb0])

/** Yields once when the fault is there, and then after each step in which it lasts. */
type Plant = (studio: Studio) => AsyncGenerator<void, void>

async function* forever(step: () => Promise<void>): AsyncGenerator<void, void> {
  for (;;) {
    yield
    await step()
  }
}

/** Each fault of a stream, and the code by which the studio names it. */
const faults: readonly [fault: string, code: StreamHint['code'], plant: Plant, skip?: false | string][] = [
  [
    'a wrong key',
    'WRONG_KEY',
    async function* ({ deps }) {
      await assert.rejects(openPublisher({ url: `${deps.videos.encoderUrl}`, key: 'wrong' }), /invalid stream key/)
      yield
    },
  ],
  [
    'no key frame yet',
    'NO_KEY_FRAME',
    async function* ({ page }) {
      const { send } = await page({ audio: false })
      let second = 0
      yield* forever(() => send(slowBatch(second++, false), secondMs))
    },
  ],
  [
    'no key frame of an encoder that connects again',
    'NO_KEY_FRAME',
    async function* ({ encoder, clock }) {
      using first = await encoder()
      await goodEncoder(first)
      first[Symbol.dispose]()
      clock.advance(6_000)
      using second = await encoder()
      yield* forever(() => second.send({ keyEvery: 0 }))
    },
  ],
  [
    'an interval of key frames of 6 s',
    'KEY_FRAME_INTERVAL_LONG',
    async function* ({ encoder }) {
      using connected = await encoder()
      yield* forever(() => connected.send({ keyEvery: 150 }))
    },
  ],
  [
    'an interval of key frames over 10 s',
    'KEY_FRAME_INTERVAL_TOO_LONG',
    async function* ({ encoder }) {
      using connected = await encoder()
      await times(31, () => connected.send({ keyEvery: 1_000 }))
      yield* forever(() => connected.send({ keyEvery: 1_000 }))
    },
  ],
  [
    'another video codec',
    'UNSUPPORTED_VIDEO_CODEC',
    async function* ({ deps, streamer }) {
      const key = await getStreamKey(streamer.channelId, deps)
      const url = `${deps.videos.encoderUrl}/${key}`
      await using other = startEncoder({ url, video: ['-c:v', 'flv1'], seconds: 1 })
      await other.exited
      yield
    },
    noEncoder,
  ],
  [
    'sound of six channels',
    'UNSUPPORTED_AUDIO_CODEC',
    async function* ({ encoder }) {
      using connected = await encoder(surroundConfig)
      yield* forever(() => connected.send())
    },
  ],
  [
    'a picture that is too large',
    'UNSUPPORTED_SIZE',
    async function* ({ page }) {
      const { send } = await page()
      await send(batchOf([{ kind: 'avc', isConfiguration: true, data: largeAvcC }]))
      yield
    },
  ],
  [
    'no sound',
    'NO_AUDIO',
    async function* ({ page }) {
      const { send } = await page()
      let n = 0
      yield* forever(() => send(pictureBatch(n++, { hasAudio: false })))
    },
  ],
  [
    'sound that stops later',
    'NO_AUDIO',
    async function* ({ encoder }) {
      using connected = await encoder()
      await goodEncoder(connected)
      yield* forever(() => connected.send({ hasAudio: false }))
    },
  ],
  [
    'a picture that freezes while the sound goes on',
    'NO_VIDEO',
    async function* ({ encoder }) {
      using connected = await encoder()
      await goodEncoder(connected)
      yield* forever(() => connected.send({ hasVideo: false }))
    },
  ],
  [
    'sound alone',
    'NO_VIDEO',
    async function* ({ encoder }) {
      using connected = await encoder()
      yield* forever(() => connected.send({ hasVideo: false }))
    },
  ],
  [
    'an upload that is too slow',
    'UPLOAD_TOO_SLOW',
    async function* ({ page }) {
      const uploaded = await page()
      await goodPage(uploaded)
      yield* forever(() => uploaded.send(undefined, { passedMs: 500 }))
    },
  ],
  [
    'a bit rate above the limit',
    'UPLOAD_TOO_FAST',
    async function* ({ encoder }) {
      using connected = await encoder()
      await goodEncoder(connected)
      yield* forever(() => connected.send({ bytes: 20_000 }))
    },
  ],
  [
    'a page with a bit rate above the limit',
    'UPLOAD_TOO_FAST',
    async function* ({ page }) {
      const uploaded = await page()
      await goodPage(uploaded)
      const large = batchOf([{ kind: 'avc', isKey: true, at: 5_000, data: frameOf(true, 1_900_000) }])
      yield* forever(() => uploaded.send(large))
    },
  ],
  [
    'a clock that jumps',
    'CLOCK_JUMPS',
    async function* ({ page }) {
      const { send } = await page()
      let n = 0
      yield* forever(() => send(pictureBatch((n++ % 2) * 25)))
    },
  ],
  [
    'batches that a page has left out',
    'BATCHES_LOST',
    async function* ({ page }) {
      const uploaded = await page()
      await goodPage(uploaded)
      uploaded.skip(10)
      yield* forever(() => uploaded.send(undefined, { passedMs: 3_520, isAfterGap: true }))
    },
  ],
  [
    'a damaged batch',
    'INVALID_PACKETS',
    async function* ({ page }) {
      const uploaded = await page()
      await goodPage(uploaded)
      await uploaded.send(Buffer.from('no packets at all, but text'))
      yield
    },
  ],
  [
    'a second encoder',
    'LIVE_ELSEWHERE',
    async function* ({ encoder }) {
      using first = await encoder()
      await goodEncoder(first)
      await assert.rejects(encoder(), /live from another page or encoder/)
      yield
    },
  ],
  [
    'a server that carries no more',
    'TOO_MANY_VIDEOS',
    async function* ({ encoder, viewer }) {
      await openUpload(viewer)
      await assert.rejects(encoder())
      yield
    },
  ],
  [
    'nothing that arrives',
    'INTERRUPTED',
    async function* ({ page, clock }) {
      await goodPage(await page())
      yield* forever(async () => clock.advance(1_000))
    },
  ],
  [
    'the end after 30 s without packets',
    'ENDED',
    async function* ({ page, clock, deps, streamer }) {
      await goodPage(await page())
      clock.advance(30_000)
      await eventually(() => {
        clock.advance(100)
        return deps.videos.findReceived(streamer.channelId) === null
      })
      yield
    },
  ],
]

const goodStreams: Record<
  string,
  (studio: Studio, step: (send: () => Promise<void>) => Promise<void>) => Promise<void>
> = {
  async 'a page with camera and microphone'({ page }, step) {
    const { send } = await page()
    await times(80, () => step(() => send()))
  },
  async 'a shared screen that stands still'({ page }, step) {
    const { send } = await page({ audio: false })
    await times(25, (second) => step(() => send(slowBatch(second, true), secondMs)))
  },
  async 'an encoder with B-frames and key frames every 4 s'({ encoder }, step) {
    using connected = await encoder()
    await times(80, () => step(() => connected.send({ hasBFrames: true, keyEvery: 100 })))
  },
  async 'an encoder that connects again'({ encoder, clock }, step) {
    {
      using first = await encoder()
      await goodEncoder(first)
    }
    clock.advance(6_000)
    using second = await encoder()
    await times(40, () => step(() => second.send()))
  },
  async 'a page whose network was away for 4 s'({ page, clock }, step) {
    const uploaded = await page()
    await goodPage(uploaded)
    clock.advance(4_000)
    await times(12, () => uploaded.send(undefined, { passedMs: 0 }))
    await times(40, () => step(() => uploaded.send()))
  },
  async 'an encoder that has left frames out'({ encoder }, step) {
    using connected = await encoder()
    for (let round = 0; round < 4; round++) {
      await times(8, () => step(() => connected.send()))
      await times(8, () => connected.send({ hasVideo: false }))
      // The next key frame.
      await times(4, () => connected.send())
    }
    await times(8, () => step(() => connected.send()))
  },
}

describe('stream *Why not?*', () => {
  for (const [fault, code, plant, skip = false] of faults)
    test(`names ${fault} within 10 s`, { skip }, async () => {
      await using studio = await openStudio()
      let since: number | null = null
      let named: StreamHint[] = []
      for await (const _ of plant(studio)) {
        since ??= studio.deps.clock.uptime()
        named = await studio.hints()
        if (named.length > 0) break
        assert.ok(studio.deps.clock.uptime() - since <= 10_000, 'not named within 10 s')
      }
      assert.deepEqual(
        named.map((hint) => hint.code),
        [code],
      )
      for (const { code: name, params } of named)
        for (const { hints } of [english, korean]) assert.doesNotMatch(hints[name](params), /undefined|NaN/)
    })

  for (const [stream, send] of Object.entries(goodStreams))
    test(`names nothing of ${stream}`, async () => {
      await using studio = await openStudio()
      await send(studio, async (step) => {
        await step()
        assert.deepEqual(await studio.hints(), [])
      })
    })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { seededRandom, type SeededRandom } from '@onair/server/shared/seeded-random.ts'
import { openConsoleTestApp } from '../support/apps/console-test-app.ts'
import { eventually } from '../support/eventually.ts'
import { memoryLog } from '../support/apps/memory-log.ts'
import { rtmpSession, sendRtmp } from '../support/clients/rtmp-client.ts'
import { avcC, batchOf, frameOf, openUpload, pictureBatch } from '../support/clients/video-upload.ts'

// FUZZ_VIDEO_SEED repeats a run; FUZZ_VIDEO is the number of batches. `npm run fuzz:video` sends 100,000.
const batches = Number(process.env['FUZZ_VIDEO'] ?? 1_000)
const seed = Number(process.env['FUZZ_VIDEO_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

async function openBroadcast() {
  const log = memoryLog()
  const app = await openConsoleTestApp({ rtmpPort: 0 }, { log })
  const streamer = await app.signedIn('스트리머')
  const other = await app.signedIn('다른 스트리머')
  const untouched = await openUpload(other)
  let next = 0
  /** Another live goes on meanwhile. */
  const goOn = async () => assert.equal((await untouched.put(next++)).status, 200)
  const requireUntouched = async () => {
    await goOn()
    const { health, isPlayable } = app.deps.videos.findBroadcast(other.channelId)?.video ?? {}
    assert.deepEqual([isPlayable, health?.clockJumps, health?.lostBatches, health?.reconnects], [true, 0, 0, 0])
    assert.deepEqual(
      log.lines.filter(({ level }) => level === 'error'),
      [],
    )
  }
  return Object.assign(app, { streamer, goOn, requireUntouched })
}

/** The bytes with a few changes: flipped bits, numbers at their limits, parts that are missing or twice there. */
function mutate(bytes: Buffer, dice: SeededRandom): Buffer {
  let out = Buffer.from(bytes)
  for (let changes = 1 + dice.below(4); changes > 0; changes--) {
    const at = dice.below(out.length)
    switch (dice.below(6)) {
      case 0:
        out.writeUInt8((out.readUInt8(at) ^ (1 << dice.below(8))) & 255, at)
        break
      case 1:
        out.writeUInt8(dice.pick([0, 1, 127, 128, 254, 255]), at)
        break
      case 2:
        out = out.subarray(0, Math.max(1, at))
        break
      case 3:
        out = Buffer.concat([out.subarray(0, at), out.subarray(Math.max(0, at - dice.below(200)))])
        break
      case 4:
        if (at + 8 <= out.length) out.writeDoubleBE(dice.pick([NaN, Infinity, -1, -0, 1e300, 2 ** 53, 5e-324]), at)
        break
      default:
        if (at + 4 <= out.length) out.writeUInt32BE(dice.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 65_536]), at)
    }
    if (out.length === 0) return Buffer.from([0])
  }
  return out
}

describe('hostile video', () => {
  test('mutated batches are refused or change only their live, whose memory is bounded', async (t) => {
    await using app = await openBroadcast()
    const dice = seededRandom(seed)
    const upload = await openUpload(app.streamer)
    const statuses = new Map<number, number>()
    for (let n = 0; n < batches; n++) {
      app.clock.advance(100)
      if (n % 100 === 0) await app.goOn()
      const { status } = await upload.put(n, mutate(pictureBatch(n), dice))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      assert.ok(status === 200 || status === 422, `${status} of FUZZ_VIDEO_SEED=${seed}`)
    }
    const bytes = app.deps.videos.findBroadcast(app.streamer.channelId)?.video.bytes ?? 0
    assert.ok(bytes < limits.videoRenditions * 2 * limits.videoWindowBytes, `${bytes} bytes`)
    assert.ok((statuses.get(422) ?? 0) > batches / 10)
    const next = batches + 25 - (batches % 25)
    assert.equal((await upload.put(next, pictureBatch(next), '?gap=1')).status, 200)
    t.diagnostic(`${JSON.stringify([...statuses])}, ${bytes} bytes; FUZZ_VIDEO_SEED=${seed}`)
    await app.requireUntouched()
  })

  test('the largest batches do not add up', async () => {
    await using app = await openBroadcast()
    const upload = await openUpload(app.streamer)
    const frame = Buffer.alloc(1_900_000, 9)
    frame.writeUInt32BE(frame.length - 4)
    frame[4] = 0x65
    for (let n = 0; n < 40; n++) {
      app.clock.advance(3_000)
      await app.goOn()
      const key = { kind: 'avc', isKey: true, at: n * 1_000, data: frame } as const
      const configuration = { kind: 'avc', isConfiguration: true, data: avcCOf(n) } as const
      assert.equal((await upload.put(n, batchOf([configuration, key]))).status, 200)
    }
    const video = app.deps.videos.findBroadcast(app.streamer.channelId)?.video
    assert.ok((video?.bytes ?? Infinity) <= limits.videoWindowBytes + 2 * frame.length, `${video?.bytes} bytes`)
    assert.ok((video?.renditions[0]?.window.inits.length ?? 0) < 30)
    await app.requireUntouched()
  })

  test('a clock that jumps at each frame makes a bounded number of segments', async () => {
    await using app = await openBroadcast()
    const upload = await openUpload(app.streamer)
    const frames = 400
    for (let n = 0; n < 3; n++) {
      const packets = Array.from({ length: frames }, (_, index) => {
        return { kind: 'avc', isKey: true, at: (n * frames + index) * 3_000, data: frameOf(true) } as const
      })
      app.clock.advance(3_000)
      const configuration = { kind: 'avc', isConfiguration: true, data: avcCOf(n) } as const
      assert.equal((await upload.put(n, batchOf([configuration, ...packets]))).status, 200)
      await app.goOn()
    }
    const rendition = app.deps.videos.findBroadcast(app.streamer.channelId)?.video.renditions[0]
    assert.equal(rendition?.window.segments.length, limits.videoWindowSegments)
    assert.equal(rendition?.window.inits.length, 1)
    await app.requireUntouched()
  })

  test('mutated sessions of RTMP end only their connection', async (t) => {
    await using app = await openBroadcast()
    const dice = seededRandom(seed)
    const { channelId } = app.streamer
    const session = rtmpSession(await getStreamKey(channelId, app.deps))
    const port = Number(new URL(app.deps.videos.encoderUrl?.replace('rtmp:', 'http:') ?? '').port)
    let sent = 0
    const attack = async () => {
      while (sent < batches / 4) {
        sent++
        const head = 1 + 1_536 * 2
        const bytes = dice.chance(0.1)
          ? mutate(session, dice)
          : Buffer.concat([session.subarray(0, head), mutate(session.subarray(head), dice)])
        const cuts = Array.from({ length: dice.below(4) }, () => dice.below(bytes.length)).toSorted((a, b) => a - b)
        await sendRtmp(
          port,
          [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length)),
        )
      }
    }
    await Promise.all(Array.from({ length: 4 }, attack))
    t.diagnostic(`${sent} sessions, ${Math.round(process.memoryUsage().rss / 1e6)} MB; FUZZ_VIDEO_SEED=${seed}`)
    await eventually(() => !app.deps.videos.isTaken(channelId))
    await app.requireUntouched()
  })
})

/** A configuration that differs from the one before, and so begins a new init segment. */
function avcCOf(n: number): Buffer {
  const out = Buffer.from(avcC)
  out.writeUInt8(n % 2 === 0 ? 0xcb : 0xca, out.length - 2)
  return out
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import type { Config } from '@onair/server/config/config.ts'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { openConsoleTestApp } from '../support/apps/console-test-app.ts'
import { eventually } from '../support/eventually.ts'
import { memoryLog } from '../support/apps/memory-log.ts'
import { openRtmpConnection, rtmpSession, sendRtmp } from '../support/clients/rtmp-client.ts'
import { avcC, batchOf, frameOf, openUpload, pictureBatch, type Upload } from '../support/clients/video-upload.ts'
import { mutateBytes, mutateRtmpSession } from '../support/inputs/mutated-bytes.ts'

// FUZZ_VIDEO_SEED repeats a run; FUZZ_VIDEO is the number of batches, ten for each session of RTMP. `npm run fuzz:video` sends 100,000.
const batches = Number(process.env['FUZZ_VIDEO'] ?? 500)
const seed = Number(process.env['FUZZ_VIDEO_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

async function openReceived(settings: Partial<Config> = {}) {
  const log = memoryLog()
  const app = await openConsoleTestApp({ rtmpPort: 0, ...settings }, { log })
  const streamer = await app.signedIn('스트리머')
  const other = await app.signedIn('다른 스트리머')
  const untouched = await openUpload(other)
  let next = 0
  /** Another live goes on meanwhile. */
  const goOn = async () => assert.equal((await untouched.put(next++)).status, 200)
  const requireUntouched = async () => {
    await goOn()
    const { health, isPlayable } = app.deps.videos.findReceived(other.channelId)?.video ?? {}
    assert.deepEqual([isPlayable, health?.clockJumps, health?.lostBatches, health?.reconnects], [true, 0, 0, 0])
    assert.deepEqual(
      log.lines.filter(({ level }) => level === 'error'),
      [],
    )
  }
  const rtmpPort = Number(new URL(app.deps.videos.encoderUrl?.replace('rtmp:', 'http:') ?? '').port)
  return Object.assign(app, { streamer, goOn, requireUntouched, rtmpPort })
}

describe('hostile video', () => {
  test('mutated batches are refused or change only their live, whose memory is bounded', async (t) => {
    await using app = await openReceived()
    const dice = seededRandom(seed)
    const upload = await openUpload(app.streamer)
    const statuses = new Map<number, number>()
    for (let n = 0; n < batches; n++) {
      app.clock.advance(100)
      if (n % 100 === 0) await app.goOn()
      const { status } = await upload.put(n, mutateBytes(pictureBatch(n), dice))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      assert.ok(status === 200 || status === 422, `${status} of FUZZ_VIDEO_SEED=${seed}`)
    }
    const bytes = app.deps.videos.findReceived(app.streamer.channelId)?.video.bytes ?? 0
    assert.ok(bytes < limits.videoRenditions * 2 * limits.videoWindowBytes, `${bytes} bytes`)
    assert.ok((statuses.get(422) ?? 0) > batches / 10)
    const next = batches + 25 - (batches % 25)
    assert.equal((await upload.put(next, pictureBatch(next), '?gap=1')).status, 200)
    t.diagnostic(`${JSON.stringify([...statuses])}, ${bytes} bytes; FUZZ_VIDEO_SEED=${seed}`)
    await app.requireUntouched()
  })

  test('the largest batches do not add up', async () => {
    await using app = await openReceived()
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
    const video = app.deps.videos.findReceived(app.streamer.channelId)?.video
    assert.ok((video?.bytes ?? Infinity) <= limits.videoWindowBytes + 2 * frame.length, `${video?.bytes} bytes`)
    assert.ok((video?.renditions[0]?.window.inits.length ?? 0) < 30)
    await app.requireUntouched()
  })

  test('a clock that jumps at each frame makes a bounded number of segments', async () => {
    await using app = await openReceived()
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
    const rendition = app.deps.videos.findReceived(app.streamer.channelId)?.video.renditions[0]
    assert.equal(rendition?.window.segments.length, limits.videoWindowSegments)
    assert.equal(rendition?.window.inits.length, 1)
    await app.requireUntouched()
  })

  test('a body that is cut, has no end or a wrong number adds nothing', async () => {
    await using app = await openReceived()
    const upload = await openUpload(app.streamer)
    const requireNothing = async () => assert.equal((await upload.put(1)).body.next, 0)
    const batch = pictureBatch(0)
    await sendCutUpload(upload, batch)
    await requireNothing()
    assert.equal(await sendEndlessUpload(upload), 413)
    await requireNothing()
    for (const n of ['-1', '1.0', '1e3', '0x1', '9999999999', '%00', '..%2f0', '__proto__', '0.m4s'])
      assert.equal((await upload.put(n, batch)).status, 404, n)
    await requireNothing()
    assert.equal((await upload.put(0)).status, 200)
    await app.requireUntouched()
  })

  test('a flood of batches is refused, and another live goes on', async () => {
    await using app = await openReceived()
    const upload = await openUpload(app.streamer)
    const statuses = new Map<number, number>()
    for (let second = 0; second < 3; second++) {
      app.clock.advance(1_000)
      await app.goOn()
      const answers = await Promise.all(Array.from({ length: 200 }, () => upload.put(0)))
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(new Set(statuses.keys()), new Set([200, 429]))
    const burst = (limits.queueSec * 1_000) / limits.batchMs
    assert.ok((statuses.get(200) ?? 0) <= burst + 4 * limits.batchesPerSec, `${statuses.get(200)} accepted`)
    await app.requireUntouched()
  })

  test('connections of RTMP that say nothing are bounded, and closed after five seconds', async () => {
    await using app = await openReceived({ videoLives: 2 })
    const silent = await Promise.all(Array.from({ length: 4 }, () => openRtmpConnection(app.rtmpPort)))
    assert.deepEqual(await sendRtmp(app.rtmpPort, [Buffer.from([3])], false), Buffer.alloc(0))
    app.clock.advance(5_000)
    await Promise.all(silent.map(({ closed }) => closed))
    const { socket } = await openRtmpConnection(app.rtmpPort)
    socket.destroy()
    await app.requireUntouched()
  })

  test('mutated sessions of RTMP end only their connection', async (t) => {
    await using app = await openReceived()
    const dice = seededRandom(seed)
    const { channelId } = app.streamer
    const session = rtmpSession(await getStreamKey(channelId, app.deps))
    let sent = 0
    const attack = async () => {
      while (sent < batches / 10) {
        sent++
        await sendRtmp(app.rtmpPort, mutateRtmpSession(session, dice))
      }
    }
    await Promise.all(Array.from({ length: 4 }, attack))
    t.diagnostic(`${sent} sessions, ${Math.round(process.memoryUsage().rss / 1e6)} MB; FUZZ_VIDEO_SEED=${seed}`)
    await eventually(() => !app.deps.videos.isTaken(channelId))
    await app.requireUntouched()
  })
})

/** Half of a batch, after which the page is gone. */
async function sendCutUpload({ uploadUrl, token }: Upload, batch: Buffer): Promise<void> {
  const { hostname, port, pathname } = new URL(`${uploadUrl}/0`)
  const socket = connect(Number(port), hostname)
  const closed = once(socket.resume(), 'close')
  const type = 'Content-Type: application/octet-stream'
  const head = `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${type}\r\n`
  socket.write(`${head}Content-Length: ${batch.length}\r\n\r\n`)
  socket.end(batch.subarray(0, batch.length / 2))
  await closed
}

/** The status that ends a body without a length. */
async function sendEndlessUpload({ uploadUrl, token }: Upload): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const upload = request(`${uploadUrl}/0`, { method: 'PUT', headers })
  upload.on('error', () => {})
  const write = () => {
    if (!upload.destroyed) upload.write(Buffer.alloc(65_536), (error) => error ?? setImmediate(write))
  }
  write()
  const [response] = (await once(upload, 'response', { signal: AbortSignal.timeout(10_000) })) as [IncomingMessage]
  upload.destroy()
  return response.statusCode
}

/** A configuration that differs from the one before, and so begins a new init segment. */
function avcCOf(n: number): Buffer {
  const out = Buffer.from(avcC)
  out.writeUInt8(n % 2 === 0 ? 0xcb : 0xca, out.length - 2)
  return out
}

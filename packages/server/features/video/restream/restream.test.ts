import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openConsoleTestApp, statusAndMessage } from '../../../../../tests/support/apps/console-test-app.ts'
import type { TestAppOptions } from '../../../../../tests/support/apps/test-app.ts'
import { noEncoder, startEncoder } from '../../../../../tests/support/clients/encoder.ts'
import type { HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import {
  avcC,
  batchOf,
  frameOf,
  load,
  openUpload,
  opusHead,
  type Packet,
} from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { findFreePort } from '../../../../../tests/support/programs/port.ts'
import {
  hostileTargets,
  serveWithoutReading,
  startProxy,
  startTarget,
} from '../../../../../tests/support/programs/rtmp-targets.ts'
import { fakeClock } from '../../../../../tests/support/fake-clock.ts'
import { createTempFolder } from '../../../infra/db/embedded/test-helpers.ts'
import { silentLog } from '../../../infra/observability/log.ts'
import { outboundRtmp } from '../../../infra/outbound/outbound-rtmp.ts'
import { openPublisher } from '../../../infra/rtmp/publisher.ts'
import { deleteAccount, suspendAccount } from '../../accounts/end/end-account.ts'
import { goOffline } from '../../lives/go-live.ts'
import { getStreamKey } from '../../lives/stream-key.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { LiveVideo } from '../live-video.ts'
import { TargetSender } from './target-sender.ts'

type Target = { targetId: string; rtmpUrl: string; isEnabled: boolean; status: any }

/** A streamer, and another one whose stream key is that of a target: the same server takes it as it takes an encoder. */
async function openStudio(options: Pick<TestAppOptions, 'log'> = {}) {
  const app = await openConsoleTestApp({ rtmpPort: 0 }, options)
  const streamer = await app.signedIn('스트리머')
  const other = await app.signedIn('다른 플랫폼')
  const streamKey = await getStreamKey(other.channelId, app.deps)
  const rtmpUrl = app.deps.videos.encoderUrl ?? ''
  const targetOf = (fields: object = {}) => ({ name: '다른 곳', rtmpUrl, streamKey, isEnabled: true, ...fields })
  const add = async (fields: object = {}) => {
    const { status, body } = await streamer.callConsole('POST', '/restream-targets', targetOf(fields))
    assert.equal(status, 200, JSON.stringify(body))
    return (body.content as { targetId: string }).targetId
  }
  const change = async (targetId: string, fields: object) => {
    const { status, body } = await streamer.callConsole('PATCH', `/restream-targets/${targetId}`, fields)
    assert.equal(status, 200, JSON.stringify(body))
  }
  const list = async (of: Pick<HttpBrowser, 'callConsole'> = streamer) =>
    (await of.callConsole('GET', '/restream-targets')).body.content.data as Target[]
  /** The video that the target has received. */
  const received = () => app.deps.videos.findReceived(other.channelId)?.video ?? null
  return Object.assign(app, { streamer, other, streamKey, rtmpUrl, targetOf, add, change, list, received })
}
type Studio = Awaited<ReturnType<typeof openStudio>>

/** Sends a batch for each time that the condition does not hold yet. The clock moves as fast as the live plays. */
function player(app: Studio, upload: Awaited<ReturnType<typeof openUpload>>, batch?: (n: number) => Buffer) {
  let n = 0
  return async (condition: () => unknown) =>
    eventually(async () => {
      const { status } = await upload.put(n, batch?.(n))
      assert.equal(status, 200)
      n++
      app.clock.advance(320)
      return Boolean(await condition())
    })
}

describe('restream', () => {
  test('a target gets the video and the audio of the live, and the studio says so', async () => {
    await using app = await openStudio()
    await app.add()
    assert.equal((await app.list())[0]?.status.state, 'idle')
    const play = player(app, await openUpload(app.streamer))
    await play(() => (app.received()?.renditions[0]?.window.segments.length ?? 0) > 2)
    const video = app.received()
    assert.ok(video?.renditions[0]?.config?.avcC.equals(avcC))
    assert.equal(video?.audio?.codec, 'mp4a.40.2')
    assert.equal(video?.health.clockJumps, 0)
    await play(async () => (await app.list())[0]?.status.kbps > 0)
    const [target] = await app.list()
    assert.deepEqual([target?.status.state, target?.status.problem, target?.status.audio], ['sending', null, 'aac'])
  })

  test('audio that RTMP does not carry is left out, and the studio says so', async () => {
    await using app = await openStudio()
    await app.add()
    const play = player(app, await openUpload(app.streamer), opusBatch)
    await play(() => (app.received()?.renditions[0]?.window.segments.length ?? 0) > 2)
    assert.equal(app.received()?.audio, null)
    await play(async () => (await app.list())[0]?.status.state === 'sending')
    assert.equal((await app.list())[0]?.status.audio, 'opus')
  })

  test('a target can be turned off and on during a live', async () => {
    await using app = await openStudio()
    const targetId = await app.add()
    const play = player(app, await openUpload(app.streamer))
    await play(() => app.received()?.isPlayable)
    await app.change(targetId, { isEnabled: false })
    await play(() => app.received() === null)
    assert.equal((await app.list())[0]?.status.state, 'off')
    await app.change(targetId, { isEnabled: true })
    await play(() => app.received()?.isPlayable)
  })

  test('a target that closes the connection gets the live again', async () => {
    await using app = await openStudio()
    await using proxy = await startProxy(app.rtmpUrl)
    await app.add({ rtmpUrl: `${proxy.url.replace('/app', '')}/live` })
    const play = player(app, await openUpload(app.streamer))
    await play(() => app.received()?.isPlayable)
    proxy.cut()
    await play(async () => (await app.list())[0]?.status.state === 'waiting')
    const { status } = (await app.list())[0] ?? {}
    assert.match(status.problem.code, /^(CLOSED|CONNECTION_FAILED)$/)
    assert.ok(status.retrySec >= 2)
    await play(() => proxy.count > 1 && (app.received()?.health.reconnects ?? 0) > 0)
  })

  test('a wrong key is shown with the reason of the server, given up, and tried again with another key', async () => {
    await using app = await openStudio()
    const targetId = await app.add({ streamKey: 'wrong' })
    const play = player(app, await openUpload(app.streamer))
    await play(async () => (await app.list())[0]?.status.state === 'waiting')
    assert.deepEqual((await app.list())[0]?.status.problem, {
      code: 'REFUSED',
      params: { message: 'invalid stream key' },
    })
    await play(async () => (await app.list())[0]?.status.state === 'refused')
    await app.change(targetId, { streamKey: app.streamKey })
    await play(() => app.received()?.isPlayable)
  })

  for (const [what, end] of [
    ['ends', (channelId, { deps }) => goOffline(channelId, deps)],
    [
      'is suspended with its channel',
      (channelId, { deps }) => suspendAccount({ channelId, reason: undefined }, endAccountActivity, deps),
    ],
    ['is deleted with its account', (channelId, { deps }) => deleteAccount(channelId, endAccountActivity, deps)],
  ] as [string, (channelId: string, app: Studio) => Promise<unknown>][])
    test(`a live that ${what} is ended at its targets at once`, async () => {
      await using app = await openStudio()
      await using proxy = await startProxy(app.rtmpUrl)
      await app.add({ rtmpUrl: `${proxy.url.replace('/app', '')}/live` })
      await player(app, await openUpload(app.streamer))(() => app.received()?.isPlayable)
      await end(app.streamer.channelId, app)
      await eventually(() => app.received() === null && proxy.sockets.size === 0)
      assert.equal(proxy.count, 1)
    })

  test(
    'a target of a program that listens gets a picture and a sound that can be decoded',
    { skip: noEncoder },
    async () => {
      await using app = await openStudio()
      using folder = createTempFolder()
      const port = await findFreePort()
      const file = join(folder.path, 'received.flv')
      const url = `rtmp://127.0.0.1:${port}/live/key`
      const listener = spawn('ffmpeg', ['-nostdin', '-v', 'error', '-listen', '1', '-i', url, '-c', 'copy', file])
      const exited = once(listener, 'exit')
      try {
        await app.add({ rtmpUrl: `rtmp://127.0.0.1:${port}/live`, streamKey: 'key' })
        const key = await getStreamKey(app.streamer.channelId, app.deps)
        await using encoder = startEncoder({ url: `${app.rtmpUrl}/${key}`, isLive: true, seconds: 8, bFrames: 2 })
        await eventually(async () => {
          app.clock.advance(50)
          return (await app.list())[0]?.status.state === 'sending'
        })
        await encoder.exited
        await exited
      } finally {
        listener.kill('SIGKILL')
      }
      const shown = ['-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'csv=p=0']
      const { stdout, stderr } = await promisify(execFile)('ffprobe', ['-v', 'error', ...shown, file])
      assert.equal(stderr, '')
      const frames = new Map(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.split(',') as [string, string]),
      )
      assert.ok(Number(frames.get('h264')) > 25 && Number(frames.get('aac')) > 40, stdout)
    },
  )
})

describe('a hostile target', () => {
  for (const [what, failure, serve] of hostileTargets)
    test(`that would ${what} ends its own connection: ${failure}`, async () => {
      await using target = await startTarget(serve)
      await using live = openLive(target.url)
      await live.playUntil(() => live.sender.status.state === 'waiting')
      assert.equal(live.sender.status.problem?.code, failure)
      assert.match(live.sender.status.problem?.params['message'] ?? '', /^[^\p{Cc}]{2,200}$/u)
    })

  test('that never answers is given up after 15 seconds', async () => {
    await using target = await startTarget(() => {})
    await using live = openLive(target.url)
    await live.playUntil(() => target.count === 1)
    live.clock.advance(15_000)
    await live.playUntil(() => live.sender.status.state === 'waiting')
    assert.equal(live.sender.status.problem?.code, 'NO_ANSWER')
  })

  test('that reads nothing costs bounded memory, and is given up', async () => {
    await using target = await startTarget(serveWithoutReading)
    const publisher = await openPublisher({ url: target.url, key: 'key' })
    for (let frame = 0; frame < 1_000; frame++) {
      publisher.video({ isKey: frame % 25 === 0, timeMs: frame * 40, offsetMs: 0, data: frameOf(true, 100_000) })
      publisher.audio({ timeMs: frame * 40, data: Buffer.alloc(200) })
    }
    assert.ok(publisher.unsentBytes < 3 * 1_048_576, `${publisher.unsentBytes} bytes wait`)
    assert.ok(publisher.droppedFrames > 900, `${publisher.droppedFrames} frames were dropped`)
    publisher.close()

    await using live = openLive(target.url, 100_000)
    await live.playUntil(() => live.sender.status.state === 'sending')
    await live.playUntil(() => {
      live.clock.advance(200)
      return live.sender.status.state === 'waiting'
    })
    assert.equal(live.sender.status.problem?.code, 'TOO_SLOW')
  })

  test('does not keep the live, or another target, from going on', async () => {
    await using app = await openStudio()
    const targets = await Promise.all(
      [serveWithoutReading, ...hostileTargets.map(([, , serve]) => serve)].slice(0, 4).map(startTarget),
    )
    await using closing = new AsyncDisposableStack()
    for (const target of targets) closing.use(target)
    for (const { url } of targets) await app.add({ rtmpUrl: url })
    await app.add()
    const play = player(app, await openUpload(app.streamer))
    await play(() => (app.received()?.renditions[0]?.window.segments.length ?? 0) > 2)
    await play(async () => (await app.list()).filter(({ status }) => status.state === 'waiting').length >= 3)
    const { state } = (await app.viewer.callConsole('GET', `/channels/${app.streamer.channelId}`)).body.content
    assert.equal((await load(state.live.playbackUrl)).status, 200)
  })
})

describe('targets of a channel', () => {
  test('the key is stored sealed, and in no answer', async () => {
    const lines: string[] = []
    const log = { ...silentLog, info: (...entry: unknown[]) => void lines.push(JSON.stringify(entry)) }
    await using app = await openStudio({ log })
    const targetId = await app.add({ streamKey: 'a-secret-key' })
    await app.change(targetId, { streamKey: 'a-secret-key-2' })
    const row = await app.deps.db.read.selectFrom('restream_target').selectAll().executeTakeFirstOrThrow()
    const audit = await app.deps.db.read.selectFrom('audit_log').selectAll().execute()
    const exported = await app.streamer.callConsole('GET', '/account/export')
    const answers = JSON.stringify([await app.list(), audit, exported.body, lines])
    for (const text of [answers, row.sealed.toString('latin1'), JSON.stringify({ ...row, sealed: null })])
      assert.ok(!text.includes('a-secret-key'))
  })

  test('another address needs the key again, another name does not', async () => {
    await using app = await openStudio()
    const targetId = await app.add()
    const path = `/restream-targets/${targetId}`
    const moved = await app.streamer.callConsole('PATCH', path, { rtmpUrl: 'rtmp://127.0.0.1:1/else' })
    assert.deepEqual([moved.status, moved.body.reason?.code], [400, 'RESTREAM_KEY_REQUIRED'])
    await app.change(targetId, { name: '새 이름', rtmpUrl: app.rtmpUrl })
    await app.change(targetId, { rtmpUrl: 'rtmp://127.0.0.1:1/else', streamKey: 'key' })
    assert.equal((await app.list())[0]?.rtmpUrl, 'rtmp://127.0.0.1:1/else')
  })

  test('a channel has at most five, also if they are added at once', async () => {
    await using app = await openStudio()
    const answers = await Promise.all(
      Array.from({ length: 7 }, () =>
        app.streamer.callConsole('POST', '/restream-targets', app.targetOf({ isEnabled: false })),
      ),
    )
    const codes = answers.map(({ body }) => body.reason?.code ?? null)
    assert.equal(codes.filter((code) => code === null).length, 5)
    assert.equal(codes.filter((code) => code === 'TOO_MANY_RESTREAM_TARGETS').length, 2)
    assert.equal((await app.list()).length, 5)
  })

  test('nobody else sees, changes or deletes them', async () => {
    await using app = await openStudio()
    const targetId = await app.add()
    assert.deepEqual(await app.list(app.other), [])
    for (const [method, body] of [['PATCH', { isEnabled: false }], ['DELETE']] as const)
      assert.equal((await app.other.callConsole(method, `/restream-targets/${targetId}`, body)).status, 404)
    assert.equal((await app.streamer.callConsole('DELETE', `/restream-targets/${targetId}`)).status, 200)
    assert.deepEqual(await app.list(), [])
  })

  test('an address of an internal network, and one that is not of RTMP, is refused', async () => {
    await using app = await openConsoleTestApp({ rtmpPort: 0 }, { out: {} })
    const streamer = await app.signedIn('스트리머')
    for (const [rtmpUrl, code] of [
      ['rtmp://127.0.0.1/app', 'RESTREAM_ADDRESS_NOT_ALLOWED'],
      ['rtmps://[::1]/app', 'RESTREAM_ADDRESS_NOT_ALLOWED'],
      ['rtmp://0x7f.1:6379/app', 'RESTREAM_ADDRESS_NOT_ALLOWED'],
      ['https://live.example.com/app', 'RTMP_URL_REQUIRED'],
      ['rtmp://', 'RTMP_URL_REQUIRED'],
      ['rtmp://user:password@live.example.com/app', 'URL_WITH_CREDENTIALS'],
      ['rtmp://[::1/app', 'INVALID_URL'],
    ]) {
      const target = { name: '내부', rtmpUrl, streamKey: 'key', isEnabled: true }
      const { status, body } = await streamer.callConsole('POST', '/restream-targets', target)
      assert.deepEqual([status, body.reason?.code, body.reason?.field], [400, code, 'rtmpUrl'], rtmpUrl)
    }
    const { body } = await streamer.callConsole('GET', '/restream-targets')
    assert.deepEqual(body.content, { isAvailable: true, data: [] })
  })

  test('a guest has none', async () => {
    await using app = await openConsoleTestApp({ rtmpPort: 0 })
    const response = await app.call('GET', '/console/v1/restream-targets')
    assert.equal(statusAndMessage(response)[0], 401)
  })
})

/** A live of this process without a server, and its sender. */
function openLive(url: string, frameBytes = 200) {
  const clock = fakeClock()
  const video = new LiveVideo(clock)
  const sender = new TargetSender({ url, key: 'key' }, video, {
    clock,
    log: silentLog,
    outboundRtmp: outboundRtmp({ allowLoopbackHttp: true }),
  })
  video.onPacket = (packet) => sender.add(packet)
  video.configureVideo(0, avcC)
  let frame = 0
  /** Adds a second of the live for each time that the condition does not hold yet. */
  const playUntil = (condition: () => boolean) =>
    eventually(() => {
      for (let left = 25; left > 0; left--, frame++) {
        const isKey = frame % 25 === 0
        const packet = { track: 'video', rendition: 0, time: frame * 40_000, duration: 40_000, offset: 0 } as const
        video.add({ ...packet, isKey, data: frameOf(isKey, frameBytes) })
      }
      return condition()
    })
  return { clock, sender, playUntil, [Symbol.asyncDispose]: () => sender.stop() }
}

/** 320 ms of a page whose browser has no AAC. */
function opusBatch(n: number): Buffer {
  return batchOf(
    Array.from({ length: 8 }, (_, i) => n * 8 + i).flatMap((index): Packet[] => {
      const isKey = index % 25 === 0
      const configurations: Packet[] = [
        { kind: 'avc', isConfiguration: true, data: avcC },
        { kind: 'opus', isConfiguration: true, data: opusHead },
      ]
      return [
        ...(isKey ? configurations : []),
        { kind: 'avc', isKey, at: index * 40, data: frameOf(isKey) },
        { kind: 'opus', isKey: true, at: index * 40, data: Buffer.alloc(60, 3) },
      ]
    }),
  )
}

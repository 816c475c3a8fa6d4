import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { memoryLog, type MemoryLog } from '../../../../../tests/support/apps/memory-log.ts'
import { newKeys, openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { decode, noEncoder, startEncoder } from '../../../../../tests/support/clients/encoder.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import {
  avcC,
  batchOf,
  frameOf,
  load,
  openUpload,
  pictureBatch,
  recordingBegun,
} from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { openSmallDisk, smallDiskUnavailable } from '../../../../../tests/support/programs/small-disk.ts'
import { openReusedDatabase } from '../../../../../tests/support/programs/reused-databases.ts'
import type { Config } from '../../../config/config.ts'
import { createTempFolder } from '../../../infra/db/embedded/test-helpers.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { deleteAccount, suspendAccount } from '../../accounts/end/end-account.ts'
import { liftHold, placeHold, sweepHolds } from '../../case-files/holds.ts'
import { purgeAccounts } from '../../accounts/end/purge-accounts.ts'
import { sweepVideos, sweepRecordings } from '../sweep-videos.ts'

type App = Awaited<ReturnType<typeof openRecorded>>

/** A platform that records, and a streamer who wants it. */
async function openRecorded(settings: Partial<Config> = {}, log?: MemoryLog) {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(createTempFolder())
  const app = opening.use(await openConsoleTestApp({ recordingsDir: path, ...settings }, log && { log }))
  const streamer = await app.signedIn('스트리머')
  await streamer.callConsole('PATCH', '/live/setting', { isRecorded: true, defaultLiveTitle: '첫 방송' })
  /** The names of all files of recordings. */
  const files = async () => (await readdir(path, { recursive: true })).filter((name) => name.includes('.')).sort()
  const listed = async () =>
    (await app.viewer.callConsole('GET', `/channels/${streamer.channelId}/recordings`)).body.content.data as {
      recordingId: string
      durationMs: number
      bytes: number
      title: string
      adult: boolean
    }[]
  const pathOf = (recordingId: string) => `/channels/${streamer.channelId}/recordings/${recordingId}`
  const opened = opening.move()
  const dispose = { [Symbol.asyncDispose]: () => opened.disposeAsync() }
  return { ...app, streamer, path, files, listed, pathOf, ...dispose }
}

/** A live of so many batches of 320 ms, and its recording. */
async function record(app: App, batches = 10) {
  const known = new Set((await app.listed()).map(({ recordingId }) => recordingId))
  const upload = await openUpload(app.streamer)
  await upload.send(0, batches)
  await recordingBegun(app.deps.db.read)
  await app.streamer.callConsole('DELETE', '/live')
  const find = async () => (await app.listed()).find(({ recordingId }) => !known.has(recordingId))
  await eventually(async () => (await find()) !== undefined)
  const recording = await find()
  return recording!
}

/** The playlist of a recording, and the file that it names. */
async function playlistOf(app: App, recordingId: string) {
  const { status, body } = await app.viewer.callConsole('GET', app.pathOf(recordingId))
  assert.equal(status, 200, JSON.stringify(body))
  const url = body.content.playbackUrl as string
  return { url, fileUrl: new URL('video.mp4', url).href }
}

describe('recording of a live', () => {
  test('channels are not recorded unless they choose it, and not without a folder', async () => {
    await using app = await openRecorded()
    await app.streamer.callConsole('PATCH', '/live/setting', { isRecorded: false })
    const upload = await openUpload(app.streamer)
    await upload.send(0, 8)
    await app.streamer.callConsole('DELETE', '/live')
    await eventually(async () => (await upload.put(8)).status === 410)
    assert.deepEqual([await app.files(), await app.listed()], [[], []])
    await using other = await openConsoleTestApp({ ephemeral: true })
    const { body } = await other.viewer.callConsole('GET', '/live/setting')
    assert.deepEqual([body.content.canRecord, body.content.isRecorded], [false, false])
  })

  test('a playlist names byte ranges of one file, whose times begin at 0', async () => {
    await using app = await openRecorded()
    const recording = await record(app, 25)
    assert.deepEqual([recording.title, recording.durationMs, recording.adult], ['첫 방송', 8_000, false])
    const { url, fileUrl } = await playlistOf(app, recording.recordingId)
    const playlist = await load(url)
    assert.equal(playlist.headers.get('access-control-allow-origin'), '*')
    assert.match(
      playlist.text,
      /PLAYLIST-TYPE:VOD\n.*\n#EXT-X-MAP:URI="video\.mp4",BYTERANGE="\d+@0"\n#EXTINF:6\.00000,\n#EXT-X-BYTERANGE:\d+@\d+\nvideo\.mp4\n#EXTINF:2\.00000,.*\n#EXT-X-BYTERANGE.*\nvideo\.mp4\n#EXT-X-ENDLIST\n$/,
    )
    const whole = await load(fileUrl)
    assert.deepEqual([whole.status, whole.headers.get('accept-ranges')], [200, 'bytes'])
    assert.equal(Number(whole.headers.get('content-length')), recording.bytes)
    const [, length = '', offset = ''] = /BYTERANGE:(\d+)@(\d+)\n/.exec(playlist.text) ?? []
    const range = await load(fileUrl, { range: `bytes=${offset}-${Number(offset) + Number(length) - 1}` })
    assert.deepEqual(
      [range.status, range.headers.get('content-range'), range.text.slice(4, 8)],
      [206, `bytes ${offset}-${Number(offset) + Number(length) - 1}/${recording.bytes}`, 'moof'],
    )
    for (const [header, status] of [
      ['bytes=-10', 206],
      ['bytes=5-', 206],
      [`bytes=${recording.bytes}-`, 416],
      ['bytes=-0', 416],
      ['bytes=9-5', 200],
      ['bytes=0-1,3-4', 200],
      ['lines=0-1', 200],
    ] as const)
      assert.equal((await load(fileUrl, { range: header })).status, status, header)
  })

  test('cuts continue without a gap, and another picture size begins with an init segment of its own', async () => {
    await using app = await openRecorded()
    const upload = await openUpload(app.streamer)
    await upload.send(0, 4)
    // Batch 25 begins with a key frame 3 seconds after what was lost.
    assert.equal((await upload.put(25, pictureBatch(25), '?gap=1')).status, 200)
    const bigger = Buffer.from(avcC)
    bigger[1] = 0x4d
    const packets = [0, 25, 50].map(
      (frame) => ({ kind: 'avc', isKey: true, at: 20_000 + frame * 40, data: frameOf(true) }) as const,
    )
    await upload.put(26, batchOf([{ kind: 'avc', isConfiguration: true, data: bigger }, ...packets]))
    await recordingBegun(app.deps.db.read)
    await app.streamer.callConsole('DELETE', '/live')
    await eventually(async () => (await app.listed()).length === 1)
    const [recording] = await app.listed()
    const { text } = await load((await playlistOf(app, String(recording?.recordingId))).url)
    assert.equal(text.match(/#EXT-X-MAP/g)?.length, 2, text)
    assert.equal(text.match(/#EXT-X-DISCONTINUITY\n/g)?.length, 1, text)
  })

  test('what ffmpeg publishes can be decoded from the playlist and from the file', { skip: noEncoder }, async () => {
    await using app = await openRecorded({ rtmpPort: 0 })
    const { body } = await app.streamer.callConsole('GET', '/stream-key')
    const url = `${app.deps.videos.encoderUrl}/${body.content.streamKey}`
    await using encoder = startEncoder({ url, seconds: 6, isLive: true, bFrames: 3 })
    assert.equal(await encoder.exited, 0, await encoder.log)
    await eventually(async () => (await app.listed()).length === 1)
    const [recording] = await app.listed()
    const { fileUrl, ...playlist } = await playlistOf(app, String(recording?.recordingId))
    for (const played of [playlist.url, fileUrl]) {
      const { streams } = await decode(played)
      assert.deepEqual(
        streams.map(({ codec }) => codec),
        ['h264', 'aac'],
        played,
      )
      assert.equal(streams[0]?.frames, 150, played)
    }
    const shown = ['-v', 'error', '-show_entries', 'format=start_time', '-of', 'csv=p=0', fileUrl]
    const { stdout } = await promisify(execFile)('ffprobe', shown)
    assert.ok(Number(stdout) < 0.1, stdout)
  })

  test('a live for adults is given to those who confirm their age, also when it was for adults only for a while', async () => {
    await using app = await openRecorded()
    const upload = await openUpload(app.streamer)
    await upload.send(0, 4)
    await app.streamer.callConsole('PATCH', '/live/setting', { adult: true })
    await eventually(() => app.deps.videos.findReceived(app.streamer.channelId)?.wasLimited === true)
    await app.streamer.callConsole('PATCH', '/live/setting', { adult: false })
    await upload.send(4, 4)
    await recordingBegun(app.deps.db.read)
    await app.streamer.callConsole('DELETE', '/live')
    await eventually(async () => (await app.listed()).length === 1)
    const [recording] = await app.listed()
    assert.equal(recording?.adult, true)
    const path = app.pathOf(recording.recordingId)
    for (const refused of [path, `${path}/chat?fromMs=0`]) {
      const { status, body } = await app.viewer.callConsole('GET', refused)
      assert.deepEqual([status, body.reason?.code], [403, 'AGE_NOT_CONFIRMED'])
    }
    const { body } = await app.viewer.callConsole('GET', `${path}?isAdult=true`)
    assert.equal((await load(body.content.playbackUrl)).status, 200)
  })

  test('a live that was private stays so, also when the channel is open again, with addresses of limited time', async () => {
    await using app = await openRecorded()
    const follower = await app.signedIn('팔로워')
    await app.actAt(app.streamer.channelId)('follow', follower.channelId)
    const upload = await openUpload(app.streamer)
    await upload.send(0, 4)
    await app.streamer.callConsole('PATCH', '/live/setting', { audience: 'FOLLOWERS' })
    await eventually(() => app.deps.videos.findReceived(app.streamer.channelId)?.audience === 'FOLLOWERS')
    await app.streamer.callConsole('PATCH', '/live/setting', { audience: 'EVERYBODY' })
    await upload.send(4, 4)
    await recordingBegun(app.deps.db.read)
    await app.streamer.callConsole('DELETE', '/live')
    const listed = async () =>
      (await follower.callConsole('GET', `/channels/${app.streamer.channelId}/recordings`)).body.content.data
    await eventually(async () => (await listed()).length === 1)
    assert.deepEqual(await app.listed(), [])
    const path = app.pathOf((await listed())[0].recordingId)
    for (const refused of [path, `${path}/chat?fromMs=0`]) {
      const { status, body } = await app.viewer.callConsole('GET', refused)
      assert.deepEqual([status, body.reason?.code], [403, 'WATCH_FOR_FOLLOWERS'])
    }
    const { playbackUrl } = (await follower.callConsole('GET', path)).body.content
    const fileUrl = new URL('video.mp4', playbackUrl).href
    assert.deepEqual([(await load(playbackUrl)).status, (await load(fileUrl)).status], [200, 200])
    const { playback_id: playbackId } = await app.deps.db.read
      .selectFrom('recording')
      .select('playback_id')
      .executeTakeFirstOrThrow()
    assert.equal((await load(playbackUrl.replace(/t\.[\w-]+/, playbackId))).status, 404)
    app.clock.advance(6 * 3_600_000)
    assert.equal((await load(playbackUrl)).status, 404)
  })
})

describe('end of a recording', () => {
  test('a limit that its process has not read yet holds for it', async () => {
    await using app = await openRecorded()
    const upload = await openUpload(app.streamer)
    await upload.send(0, 4)
    await recordingBegun(app.deps.db.read)
    // Without the message that makes the process read the settings.
    const setLimits = (audience: 'FOLLOWERS' | 'EVERYBODY') =>
      app.deps.db.transaction((tx) =>
        tx
          .updateTable('live_setting')
          .set({ adult: audience !== 'EVERYBODY', audience })
          .execute(),
      )
    await setLimits('FOLLOWERS')
    app.deps.recordings.stop(upload.liveId)
    const rows = () =>
      app.deps.db.read
        .selectFrom('recording')
        .where('ended_at', 'is not', null)
        .select(['is_limited', 'audience'])
        .execute()
    await eventually(async () => (await rows()).length === 1)
    await setLimits('EVERYBODY')
    assert.deepEqual(await rows(), [{ is_limited: true, audience: 'FOLLOWERS' }])
  })

  test('the streamer and moderators delete it with its file, others do not', async () => {
    await using app = await openRecorded()
    const { recordingId } = await record(app)
    const { url, fileUrl } = await playlistOf(app, recordingId)
    assert.equal((await app.files()).length, 2)
    const refused = await app.viewer.callConsole('DELETE', app.pathOf(recordingId))
    assert.deepEqual([refused.status, refused.body.reason?.code], [403, 'NOT_A_MODERATOR'])
    assert.equal((await app.streamer.callConsole('DELETE', app.pathOf(recordingId))).status, 200)
    assert.deepEqual([await app.files(), await app.listed()], [[], []])
    for (const gone of [url, fileUrl]) assert.equal((await load(gone)).status, 404)
    assert.equal((await app.streamer.callConsole('DELETE', app.pathOf(recordingId))).status, 404)
    assert.equal((await app.viewer.callConsole('GET', app.pathOf('x'))).status, 404)
  })

  test('it is deleted after the days of the setting', async () => {
    await using app = await openRecorded({ recordingDays: 2 })
    await record(app)
    app.clock.advance(86_400_000)
    await sweepRecordings(app.deps)
    assert.equal((await app.listed()).length, 1)
    app.clock.advance(86_400_001)
    await sweepRecordings(app.deps)
    assert.deepEqual(await app.listed(), [])
    await app.deps.recordings.tidy()
    assert.deepEqual(await app.files(), [])
  })

  test('a suspended channel has none, and a deleted account takes the files along', async () => {
    await using app = await openRecorded()
    const { channelId } = app.streamer
    const { recordingId } = await record(app)
    const { url, fileUrl } = await playlistOf(app, recordingId)
    await suspendAccount({ channelId, reason: undefined }, endAccountActivity, app.deps)
    for (const gone of [url, fileUrl]) assert.equal((await load(gone)).status, 404)
    assert.equal((await app.viewer.callConsole('GET', app.pathOf(recordingId))).status, 404)
    await deleteAccount(channelId, endAccountActivity, app.deps)
    await purgeAccounts(app.deps)
    await app.deps.recordings.tidy()
    assert.deepEqual(await app.files(), [])
  })

  test('the oldest are deleted when they take more than the setting', async () => {
    await using app = await openRecorded({ recordingsGb: 0.00012 })
    const first = await record(app)
    app.clock.advance(1_000)
    const second = await record(app)
    await app.deps.recordings.tidy()
    const size = first.bytes + second.bytes
    assert.ok(size < 120_000, `${size} bytes`)
    app.clock.advance(1_000)
    const third = await record(app, 30)
    await app.deps.recordings.tidy()
    assert.deepEqual(
      (await app.listed()).map(({ recordingId }) => recordingId),
      [third.recordingId, second.recordingId],
    )
    assert.equal((await app.files()).length, 4)
  })
})

function holdStreamer({ streamer: { channelId }, deps }: App) {
  return placeHold({ channelId, caseNumber: '1', reason: '수사', seconds: undefined }, deps)
}

describe('a recording of a person with a hold', () => {
  test('is gone for viewers when it is deleted, and its files stay until the hold is lifted', async () => {
    await using app = await openRecorded()
    const { deps, streamer } = app
    const { recordingId } = await record(app)
    await holdStreamer(app)
    assert.equal((await streamer.callConsole('DELETE', app.pathOf(recordingId))).status, 200)
    assert.equal((await app.viewer.callConsole('GET', app.pathOf(recordingId))).status, 404)
    await deps.recordings.tidy()
    assert.equal((await app.files()).length, 2)
    await deleteAccount(streamer.channelId, endAccountActivity, deps)
    await purgeAccounts(deps)
    await deps.recordings.tidy()
    assert.equal((await app.files()).length, 2)
    await liftHold({ channelId: streamer.channelId, caseNumber: '1' }, deps)
    await sweepHolds(deps)
    await deps.recordings.tidy()
    assert.deepEqual(await app.files(), [])
  })

  test('is not deleted for space', async () => {
    await using app = await openRecorded({ recordingsGb: 0.000_001 })
    // Before the recording, which would be deleted at once otherwise.
    await holdStreamer(app)
    const { recordingId } = await record(app)
    await app.deps.recordings.tidy()
    assert.deepEqual(
      (await app.listed()).map((one) => one.recordingId),
      [recordingId],
    )
    assert.equal((await app.files()).length, 2)
    await liftHold({ channelId: app.streamer.channelId, caseNumber: '1' }, app.deps)
    await app.deps.recordings.tidy()
    assert.deepEqual([await app.files(), await app.listed()], [[], []])
  })
})

describe('failures of a recording', () => {
  test('a folder that cannot be written disturbs no live, and nothing is listed', async () => {
    await using app = await openRecorded()
    await writeFile(join(app.path, 'file'), '')
    await using broken = await openRecorded({ recordingsDir: join(app.path, 'file') })
    const upload = await openUpload(broken.streamer)
    await upload.send(0, 12)
    const stateOf = async () =>
      (await broken.viewer.callConsole('GET', `/channels/${broken.streamer.channelId}`)).body.content.state
    await eventually(async () => (await stateOf()).live.playbackUrl !== null)
    assert.equal((await load((await stateOf()).live.playbackUrl)).status, 200)
    await broken.streamer.callConsole('DELETE', '/live')
    const rows = async () => broken.deps.db.read.selectFrom('recording').select('id').execute()
    await eventually(async () => (await rows()).length === 0)
  })

  test(
    'a full disk ends the recording, which can be watched as far as it goes, and the live goes on',
    { skip: smallDiskUnavailable },
    async () => {
      using disk = openSmallDisk(1_048_576)
      const log = memoryLog()
      await using app = await openRecorded({ recordingsDir: disk.path }, log)
      const upload = await openUpload(app.streamer)
      const failed = log.waitFor('recording.failed')
      // A second of it has 200 kB.
      for (let n = 0; n < 30; n++) assert.equal((await upload.put(n, pictureBatch(n, { bytes: 8_000 }))).status, 200)
      await failed
      await eventually(async () => (await app.listed()).length === 1)
      const [recording] = await app.listed()
      const { durationMs = 0, bytes = 0 } = recording ?? {}
      assert.ok(durationMs >= 3_000 && durationMs <= 5_000, `${durationMs} ms`)
      const { url, fileUrl } = await playlistOf(app, String(recording?.recordingId))
      const ranges = [...(await load(url)).text.matchAll(/BYTERANGE:(\d+)@(\d+)/g)]
      const ends = ranges.map(([, length, offset]) => Number(length) + Number(offset))
      assert.equal(Math.max(...ends), bytes)
      assert.equal((await load(fileUrl, { range: `bytes=${bytes - 1}-${bytes - 1}` })).status, 206)
      assert.equal((await upload.put(30)).status, 200)
      const { body } = await app.viewer.callConsole('GET', `/channels/${app.streamer.channelId}`)
      assert.equal((await load(body.content.state.live.playbackUrl)).status, 200)
      // With space again, the next one begins after a minute.
      await app.streamer.callConsole('DELETE', app.pathOf(String(recording?.recordingId)))
      for (const n of [31, 36, 41]) {
        app.clock.advance(20_000)
        await upload.send(n, 5)
      }
      await recordingBegun(app.deps.db.read)
      await app.streamer.callConsole('DELETE', '/live')
      await eventually(async () => (await app.listed()).length === 1)
    },
  )

  test('what a killed process has written can be played, and is ended by the sweep', async () => {
    using folder = createTempFolder()
    const { path } = folder
    await using database = await openReusedDatabase()
    const { connection } = database
    const openDatabase = async () => ({ connection, [Symbol.asyncDispose]: async () => {} })
    const [keys, settings] = [newKeys(), { recordingsDir: path }]
    await using killed = await openTestApp({ openDatabase, keys, settings })
    await using survivor = await openTestApp({
      openDatabase,
      keys: { ...keys, dataKey: killed.deps.dataKey },
      settings,
    })
    const person = await killed.act('createPerson', { channelName: '스트리머' })
    const browserAt = async (url: string) => {
      const browser = httpBrowser(url)
      await browser.signIn(person.email, person.password)
      return browser
    }
    const [atKilled, atSurvivor] = [await browserAt(killed.url), await browserAt(survivor.url)]
    await atKilled.callConsole('PATCH', '/live/setting', { isRecorded: true })
    const upload = await openUpload(atKilled)
    await upload.send(0, 10)
    const fileOf = async (kind: string) =>
      join(path, (await readdir(path, { recursive: true })).find((name) => name.endsWith(kind)) ?? '')
    // Three seconds have been written: as of a kill in the middle of a write, the last entry is not complete.
    await eventually(async () => (await readFile(await fileOf('.index')).catch(() => '')).length === 96)
    await truncate(await fileOf('.index'), 90)
    const listed = async () =>
      (await atSurvivor.callConsole('GET', `/channels/${person.channelId}/recordings`)).body.content.data
    await sweepRecordings(survivor.deps)
    assert.deepEqual(await listed(), [])
    await survivor.deps.db.read
      .updateTable('live_video')
      .set({ lease_expires_at_db: new Date(0) })
      .execute()
    await sweepVideos(survivor.deps)
    await sweepRecordings(survivor.deps)
    const [{ recordingId }] = await listed()
    const { body } = await atSurvivor.callConsole('GET', `/channels/${person.channelId}/recordings/${recordingId}`)
    assert.ok(body.content.playbackUrl.startsWith(survivor.url), 'a shared folder is served by every process')
    assert.match((await load(body.content.playbackUrl)).text, /#EXTINF:2\.00000,[^]*#EXT-X-ENDLIST/)
    await rm(await fileOf('.mp4'))
    assert.equal((await load(body.content.playbackUrl)).status, 404)
  })

  test('a process that ends closes its recordings', async () => {
    await using app = await openRecorded()
    const upload = await openUpload(app.streamer)
    await upload.send(0, 10)
    await app.deps.videos[Symbol.asyncDispose]()
    await app.deps.recordings[Symbol.asyncDispose]()
    const [recording] = await app.listed()
    assert.equal(recording?.durationMs, 3_200)
  })
})

describe('chat of a recording', () => {
  test('its messages and donations are at their time, those of before and after are not, hidden ones neither', async () => {
    await using app = await openRecorded()
    const { streamer, viewer, clock } = app
    const say = async (message: string) => {
      const { status, body } = await viewer.callConsole('POST', `/channels/${streamer.channelId}/chat`, { message })
      assert.equal(status, 200, JSON.stringify(body))
      return body.content.messageId as string
    }
    await say('전')
    clock.advance(5_000)
    const upload = await openUpload(streamer)
    await upload.send(0, 10)
    await recordingBegun(app.deps.db.read)
    clock.advance(2_000)
    await say('둘')
    clock.advance(500)
    const hidden = await say('가려짐')
    await viewer.callConsole('POST', `/channels/${streamer.channelId}/donations`, { payAmount: 1_000 })
    clock.advance(500)
    await streamer.callConsole('DELETE', `/channels/${streamer.channelId}/chat/${hidden}`)
    await streamer.callConsole('DELETE', '/live')
    await eventually(async () => (await app.listed()).length === 1)
    clock.advance(120_000)
    await say('후')
    const [recording] = await app.listed()
    const path = `${app.pathOf(String(recording?.recordingId))}/chat`
    const { body } = await viewer.callConsole('GET', `${path}?fromMs=0`)
    const entries = body.content.data as { positionMs: number; entry: { type: string; event: { content?: string } } }[]
    assert.deepEqual(
      entries.map(({ positionMs, entry: { type, event } }) => [Math.round(positionMs / 100), type, event.content]),
      [
        [20, 'CHAT', '둘'],
        [25, 'DONATION', undefined],
      ],
    )
    const later = await viewer.callConsole('GET', `${path}?fromMs=60000`)
    assert.deepEqual(later.body.content.data, [])
  })
})

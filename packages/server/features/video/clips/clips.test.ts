import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { newKeys, openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { decode, noEncoder, startEncoder } from '../../../../../tests/support/clients/encoder.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { load, openUpload, pictureBatch } from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { openReusedDatabase } from '../../../../../tests/support/programs/reused-databases.ts'
import type { Config } from '../../../config/config.ts'
import { createTempFolder } from '../../../infra/db/embedded/test-helpers.ts'
import { deleteAccount, suspendAccount } from '../../accounts/end/end-account.ts'
import { purgeAccounts } from '../../accounts/end/purge-accounts.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { sweepRecordings } from '../sweep-videos.ts'

type App = Awaited<ReturnType<typeof openClipped>>

/** A platform that records, and a streamer who allows clips. */
async function openClipped(settings: Partial<Config> = {}) {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(createTempFolder())
  const app = opening.use(await openConsoleTestApp({ recordingsDir: path, ...settings }))
  const streamer = await app.signedIn('스트리머')
  await streamer.callConsole('PATCH', '/live/setting', { allowsClips: true, defaultLiveTitle: '첫 방송' })
  const files = async () => (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.mp4'))
  const clips = `/channels/${streamer.channelId}/clips`
  const listed = async () => (await app.viewer.callConsole('GET', clips)).body.content.data as { clipId: string }[]
  const opened = opening.move()
  const dispose = { [Symbol.asyncDispose]: () => opened.disposeAsync() }
  return { ...app, streamer, clips, files, listed, ...dispose }
}

/** A live of 10 seconds that goes on. */
async function goLive(app: App) {
  const upload = await openUpload(app.streamer)
  await upload.send(0, 32)
  await eventually(async () => (await stateOf(app)).live?.video === 'live')
  return upload
}

const stateOf = async ({ viewer, streamer }: App) =>
  (await viewer.callConsole('GET', `/channels/${streamer.channelId}`)).body.content.state

/** Makes a clip as a person, and waits for its file. */
async function clip(app: App, person: Pick<App['viewer'], 'callConsole'> = app.viewer) {
  const { status, body } = await person.callConsole('POST', app.clips)
  assert.equal(status, 200, JSON.stringify(body))
  const { clipId } = body.content as { clipId: string }
  const get = async () => (await app.viewer.callConsole('GET', `${app.clips}/${clipId}`)).body.content
  await eventually(async () => (await get()).durationMs > 0)
  const made = (await get()) as { durationMs: number; videoUrl: string; creatorName: string; title: string }
  return { ...made, clipId, path: `${app.clips}/${clipId}` }
}

/** All entries of a kind of the export of an account. */
async function exported({ callConsole }: Pick<App['viewer'], 'callConsole'>, kind: string) {
  const entries: { clipId: string; isOwn: boolean; fileUrl: string }[] = []
  let next: string | null = ''
  while (next !== null) {
    const { body } = await callConsole('GET', `/account/export${next === '' ? '' : `?next=${next}`}`)
    if (body.content.kind === kind) entries.push(...body.content.data)
    next = body.content.page.next as string | null
  }
  return entries
}

describe('clip of a live', () => {
  test('the export of an account has those that the person made and those of its lives, with their files', async () => {
    await using app = await openClipped()
    await goLive(app)
    const made = await clip(app)
    for (const [person, isOwn] of [
      [app.viewer, true],
      [app.streamer, false],
    ] as const) {
      const entries = await exported(person, 'clips')
      assert.deepEqual(
        entries.map((entry) => [entry.clipId, entry.isOwn, entry.fileUrl]),
        [[made.clipId, isOwn, made.videoUrl]],
      )
    }
    assert.deepEqual(await exported(await app.signedIn('다른 사람'), 'clips'), [])
  })

  test('it has the last minute, the name of who made it, and can be downloaded', async () => {
    await using app = await openClipped()
    const upload = await goLive(app)
    const { durationMs, creatorName, title, videoUrl } = await clip(app)
    assert.deepEqual([durationMs, creatorName, title], [10_000, '시청자', '첫 방송'])
    const saved = await load(`${videoUrl}?download`)
    assert.deepEqual(
      [saved.status, saved.headers.get('content-type'), saved.headers.get('content-disposition')],
      [200, 'video/mp4', 'attachment; filename="video.mp4"'],
    )
    assert.match(saved.text, /^....ftypisom[^]*moov[^]*stss[^]*mdat/)
    assert.doesNotMatch(saved.text, /moof|mvex/)
    // A cut, and then more than a minute.
    for (let n = 50; n < 250; n++) {
      if (n % 50 === 0) app.clock.advance(4_000)
      assert.equal((await upload.put(n, pictureBatch(n), n === 50 ? '?gap=1' : '')).status, 200)
    }
    const second = await clip(app)
    assert.ok(second.durationMs <= 60_000 && second.durationMs > 57_000, `${second.durationMs} ms`)
    assert.equal((await app.listed()).length, 2)
  })

  test('what ffmpeg publishes is decoded without an error, from 0 on', { skip: noEncoder }, async () => {
    await using app = await openClipped({ rtmpPort: 0 })
    const { body } = await app.streamer.callConsole('GET', '/stream-key')
    const url = `${app.deps.videos.encoderUrl}/${body.content.streamKey}`
    await using encoder = startEncoder({ url, seconds: 20, isLive: true, bFrames: 3 })
    const window = () => app.deps.videos.findReceived(app.streamer.channelId)?.video.renditions[0]?.window
    await eventually(() => (window()?.duration ?? 0) >= 3e6)
    const { videoUrl, durationMs } = await clip(app)
    encoder.kill()
    using folder = createTempFolder()
    const file = join(folder.path, 'clip.mp4')
    await writeFile(file, new Uint8Array(await (await fetch(videoUrl)).arrayBuffer()))
    const { streams, seconds } = await decode(file)
    assert.deepEqual(
      streams.map(({ codec }) => codec),
      ['h264', 'aac'],
    )
    assert.equal(streams[0]?.frames, durationMs / 40)
    assert.ok(Math.abs(seconds * 1_000 - durationMs) < 200, `${seconds} s of ${durationMs} ms`)
    const { stdout } = await promisify(execFile)('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=start_time',
      '-of',
      'csv=p=0',
      file,
    ])
    assert.ok(Number(stdout) < 0.1, stdout)
  })

  test('it is refused where the channel does not allow it, while it is not live, and for guests and restricted people', async () => {
    await using app = await openClipped()
    const refusal = async (person: Pick<App['viewer'], 'callConsole'> = app.viewer) => {
      const { status, body } = await person.callConsole('POST', app.clips)
      return [status, body.reason?.code]
    }
    assert.deepEqual(await refusal(), [404, 'NOT_LIVE'])
    const upload = await openUpload(app.streamer)
    assert.deepEqual(await refusal(), [404, 'NOTHING_TO_PLAY_YET'])
    await upload.send(0, 8)
    await eventually(async () => (await stateOf(app)).live?.video === 'live')
    assert.equal((await refusal(httpBrowser(app.url)))[0], 401)
    const restricted = await app.signedIn('제한된 사람')
    const restriction = `/channels/${app.streamer.channelId}/restrictions/${restricted.channelId}`
    assert.equal((await app.streamer.callConsole('PUT', restriction)).status, 200)
    assert.deepEqual(await refusal(restricted), [403, 'RESTRICTED'])
    await app.streamer.callConsole('PATCH', '/live/setting', { allowsClips: false })
    assert.equal((await stateOf(app)).allowsClips, false)
    const another = await app.signedIn('다른 사람')
    assert.deepEqual(await refusal(another), [403, 'CLIPS_NOT_ALLOWED'])
  })

  test('a person makes few a minute, and a bounded number of a channel', async () => {
    await using app = await openClipped()
    await goLive(app)
    const { clipId } = await clip(app)
    for (let n = 1; n < 3; n++) await clip(app)
    assert.equal((await app.viewer.callConsole('POST', app.clips)).status, 429)
    const { db, random } = app.deps
    const row = await db.read.selectFrom('clip').selectAll().where('id', '=', clipId).executeTakeFirstOrThrow()
    for (let n = 3; n < limits.clipsPerPerson; n++) {
      const copy = { ...row, id: random.uuid(), playback_id: random.uuid() }
      await db.read.insertInto('clip').values(copy).execute()
    }
    app.clock.advance(20_000)
    app.clock.advance(9_000)
    const other = await app.signedIn('다른 사람')
    await clip(app, other)
    await db.read.updateTable('clip').set({ created_by: other.channelId }).execute()
    const refused = await other.callConsole('POST', app.clips)
    assert.deepEqual([refused.status, refused.body.reason?.code], [400, 'TOO_MANY_CLIPS'])
  })

  test('a clip of a live for adults is given to those who confirm their age', async () => {
    await using app = await openClipped()
    await app.streamer.callConsole('PATCH', '/live/setting', { adult: true })
    await goLive(app)
    const { body } = await app.viewer.callConsole('POST', app.clips)
    const path = `${app.clips}/${body.content.clipId}`
    const refused = await app.viewer.callConsole('GET', path)
    assert.deepEqual([refused.status, refused.body.reason?.code], [403, 'AGE_NOT_CONFIRMED'])
    assert.equal((await app.viewer.callConsole('GET', `${path}?isAdult=true`)).status, 200)
  })
})

describe('end of a clip', () => {
  test('who made it, the streamer and moderators delete it, others do not', async () => {
    await using app = await openClipped()
    await goLive(app)
    const other = await app.signedIn('다른 사람')
    for (const person of [app.viewer, app.streamer]) {
      const { path, videoUrl } = await clip(app)
      const refused = await other.callConsole('DELETE', path)
      assert.deepEqual([refused.status, refused.body.reason?.code], [403, 'NOT_A_MODERATOR'])
      assert.equal((await person.callConsole('DELETE', path)).status, 200)
      assert.equal((await load(videoUrl)).status, 404)
      assert.equal((await app.viewer.callConsole('GET', path)).status, 404)
    }
    assert.deepEqual([await app.files(), await app.listed()], [[], []])
  })

  test('it ends with the account of who made it, and is hidden while that one or the channel is suspended', async () => {
    await using app = await openClipped()
    await goLive(app)
    const { videoUrl, path } = await clip(app)
    await suspendAccount({ channelId: app.viewer.channelId, reason: undefined }, endAccountActivity, app.deps)
    assert.equal((await load(videoUrl)).status, 404)
    assert.equal((await app.streamer.callConsole('GET', path)).status, 404)
    await deleteAccount(app.viewer.channelId, endAccountActivity, app.deps)
    await purgeAccounts(app.deps)
    await app.deps.recordings.tidy()
    assert.deepEqual(await app.files(), [])
    const own = await clip({ ...app, viewer: app.streamer }, app.streamer)
    await suspendAccount({ channelId: app.streamer.channelId, reason: undefined }, endAccountActivity, app.deps)
    assert.equal((await load(own.videoUrl)).status, 404)
  })

  test('it is deleted after the days of recordings', async () => {
    await using app = await openClipped({ recordingDays: 2 })
    await goLive(app)
    await clip(app)
    await app.streamer.callConsole('DELETE', '/live')
    app.clock.advance(86_400_000)
    await sweepRecordings(app.deps)
    assert.equal((await app.listed()).length, 1)
    app.clock.advance(86_400_001)
    await sweepRecordings(app.deps)
    await app.deps.recordings.tidy()
    assert.deepEqual([await app.files(), await app.listed()], [[], []])
  })
})

describe('clips of several processes', () => {
  test('a clip that is requested at another process is made by the one that has the live', async () => {
    using folder = createTempFolder()
    await using database = await openReusedDatabase()
    const { connection } = database
    const openDatabase = async () => ({ connection, [Symbol.asyncDispose]: async () => {} })
    const [keys, settings] = [newKeys(), { recordingsDir: folder.path }]
    await using owner = await openTestApp({ openDatabase, keys, settings })
    await using other = await openTestApp({ openDatabase, keys, settings: { recordingsDir: `${folder.path}/other` } })
    const person = await owner.act('createPerson', { channelName: '스트리머' })
    const browserAt = async (url: string) => {
      const browser = httpBrowser(url)
      await browser.signIn(person.email, person.password)
      return browser
    }
    const [atOwner, atOther] = [await browserAt(owner.url), await browserAt(other.url)]
    await atOwner.callConsole('PATCH', '/live/setting', { allowsClips: true })
    const upload = await openUpload(atOwner)
    await upload.send(0, 16)
    const channel = `/channels/${person.channelId}`
    await eventually(async () => (await atOther.callConsole('GET', channel)).body.content.state.live?.video === 'live')
    const { body } = await atOther.callConsole('POST', `${channel}/clips`)
    const get = async () => (await atOther.callConsole('GET', `${channel}/clips/${body.content.clipId}`)).body.content
    await eventually(async () => {
      owner.clock.advance(1_000)
      return (await get()).durationMs > 0
    })
    const { videoUrl } = await get()
    assert.ok(videoUrl.startsWith(owner.url), videoUrl)
    assert.equal((await load(videoUrl)).status, 200)
  })
})

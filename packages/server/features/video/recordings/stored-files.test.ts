import assert from 'node:assert/strict'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { memoryLog } from '../../../../../tests/support/apps/memory-log.ts'
import { newKeys, openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { load, openUpload, recordingBegun } from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { openReusedDatabase } from '../../../../../tests/support/programs/reused-databases.ts'
import { openS3Server } from '../../../../../tests/support/programs/s3-server.ts'
import { S3Bucket } from '../../../infra/files/s3-bucket.ts'
import { createTempFolder } from '../../../infra/db/embedded/test-helpers.ts'
import { liftHold, placeHold, sweepHolds } from '../../case-files/holds.ts'
import { deleteAccount } from '../../accounts/end/end-account.ts'
import { purgeAccounts } from '../../accounts/end/purge-accounts.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { claimUpload, endUpload } from './stored-file-store.ts'
import { sweepRecordings } from '../sweep-videos.ts'

type App = Awaited<ReturnType<typeof openStored>>

/** A platform that records into a folder and keeps the recordings in an S3 service: that of the tests, or one with its own clock. */
async function openStored(realUrl?: string) {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(createTempFolder())
  const s3 = opening.use(await openS3Server())
  const log = memoryLog()
  const app = opening.use(
    await openConsoleTestApp(
      { recordingsDir: path, recordingsS3Url: realUrl ?? s3.url },
      { log, ...(realUrl !== undefined && { startsAt: Date.now() }) },
    ),
  )
  const streamer = await app.signedIn('스트리머')
  await streamer.callConsole('PATCH', '/live/setting', {
    isRecorded: true,
    allowsClips: true,
    defaultLiveTitle: '방송',
  })
  const files = async () => (await readdir(path, { recursive: true })).filter((name) => name.includes('.')).sort()
  const channel = `/channels/${streamer.channelId}`
  const listed = async () =>
    (await app.viewer.callConsole('GET', `${channel}/recordings`)).body.content.data as {
      recordingId: string
      bytes: number
    }[]
  /** Lets the minute pass after which files are uploaded, and waits until the folder is empty. */
  const uploaded = async () => {
    app.clock.advance(60_000)
    await eventually(async () => (await files()).length === 0)
  }
  const opened = opening.move()
  const dispose = { [Symbol.asyncDispose]: () => opened.disposeAsync() }
  return { ...app, s3, log, streamer, path, files, channel, listed, uploaded, ...dispose }
}

async function record(app: App): Promise<string> {
  const upload = await openUpload(app.streamer)
  await upload.send(0, 10)
  await recordingBegun(app.deps.db.read)
  await app.streamer.callConsole('DELETE', '/live')
  await eventually(async () => (await app.listed()).length === 1)
  return String((await app.listed())[0]?.recordingId)
}

async function urlOf(app: App, recordingId: string): Promise<string> {
  const { body } = await app.viewer.callConsole('GET', `${app.channel}/recordings/${recordingId}`)
  return body.content.playbackUrl as string
}

/** All that the player of a recording loads. */
async function play(url: string) {
  const playlist = await load(url)
  const whole = await load(new URL('video.mp4', url).href)
  const range = await load(new URL('video.mp4', url).href, { range: 'bytes=8-99' })
  const shown = ({ status, text, headers }: typeof whole) => [
    status,
    text,
    ...['content-length', 'content-range', 'etag', 'content-type'].map((name) => headers.get(name)),
  ]
  return [playlist, whole, range].map(shown)
}

const realService = process.env['TEST_S3_URL']
const skip = realService === undefined && 'TEST_S3_URL names no S3 service'

describe('recordings in an S3 service', () => {
  test('are uploaded to that of TEST_S3_URL, played and deleted', { skip }, async () => {
    await using app = await openStored(realService)
    const id = await record(app)
    const url = await urlOf(app, id)
    const before = await play(url)
    await app.uploaded()
    assert.deepEqual(await play(url), before)
    const recording = `${app.channel}/recordings/${id}`
    assert.equal((await app.streamer.callConsole('DELETE', recording)).status, 200)
    await eventually(async () => (await app.deps.db.read.selectFrom('stored_file').select('id').execute()).length === 0)

    const bucket = new S3Bucket(realService ?? '', 'test', { now: Date.now, offsetMs: () => 0 })
    const range = { start: 17 * 1_048_576, end: 17 * 1_048_576 + 2 }
    const content = Buffer.alloc(range.end + 1, 'three parts')
    const read = ({ start, end }: typeof range) => Promise.resolve(content.subarray(start, end + 1))
    const { signal } = new AbortController()
    const name = `large (1) é&+.mp4`
    await bucket.putLarge(name, content.length, read, signal)
    const found = await bucket.get(name, range)
    assert.deepEqual(found && (await buffer(found)), content.subarray(range.start))
    await bucket.delete(name)
    assert.equal(await bucket.get(name, range), null)
    const stopped = (part: typeof range) => (part.start > 0 ? Promise.reject(new Error('stopped')) : read(part))
    await assert.rejects(bucket.putLarge(name, content.length, stopped, signal), /stopped/)
    assert.equal(await bucket.get(name, range), null)
  })

  test('a recording that has ended is uploaded and played from there as before', async () => {
    await using app = await openStored()
    const id = await record(app)
    const url = await urlOf(app, id)
    const before = await play(url)
    assert.deepEqual([before.map(([status]) => status), app.s3.objects.size], [[200, 200, 206], 0])
    await app.uploaded()
    assert.equal(app.s3.objects.size, 2)
    assert.equal(await urlOf(app, id), url)
    assert.deepEqual(await play(url), before)
    const head = await fetch(new URL('video.mp4', url), { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String((await app.listed())[0]?.bytes))
    assert.equal((await load(new URL('video.mp4', url).href, { range: 'bytes=99999999-' })).status, 416)
  })

  test('an object that is gone answers 404, a service that fails 503', async () => {
    await using app = await openStored()
    const url = await urlOf(app, await record(app))
    await app.uploaded()
    app.s3.onRequest = () => 500
    assert.deepEqual(
      (await play(url)).map(([status]) => status),
      [503, 503, 503],
    )
    app.s3.onRequest = () => {}
    app.s3.objects.clear()
    assert.deepEqual(
      (await play(url)).map(([status]) => status),
      [404, 404, 404],
    )
  })

  test('a viewer who leaves ends the download from the service', async () => {
    await using app = await openStored()
    const url = await urlOf(app, await record(app))
    await app.uploaded()
    const [name] = [...app.s3.objects.keys()].filter((key) => key.endsWith('.mp4'))
    const bytes = 50_000_000
    app.s3.objects.set(String(name), Buffer.alloc(bytes))
    await app.deps.db.read.updateTable('stored_file').set({ bytes }).execute()
    let closed = false
    app.s3.onRequest = (request) => void request.socket.once('close', () => (closed = true))
    const leaving = new AbortController()
    const response = await fetch(new URL('video.mp4', url), { signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    await eventually(async () => closed)
  })

  test('a clip is uploaded, can be watched while the live goes on, and is deleted with its object', async () => {
    await using app = await openStored()
    await app.streamer.callConsole('PATCH', '/live/setting', { isRecorded: false })
    const upload = await openUpload(app.streamer)
    await upload.send(0, 32)
    const clips = `${app.channel}/clips`
    await eventually(async () => (await app.viewer.callConsole('POST', clips)).status === 200)
    const find = async () => (await app.viewer.callConsole('GET', clips)).body.content.data[0]?.clipId as string
    await eventually(async () => (await find()) !== undefined)
    const path = `${clips}/${await find()}`
    const { videoUrl } = (await app.viewer.callConsole('GET', path)).body.content as { videoUrl: string }
    const before = await load(videoUrl)
    await app.uploaded()
    assert.deepEqual([app.s3.objects.size, (await load(videoUrl)).text], [1, before.text])
    assert.equal((await app.viewer.callConsole('DELETE', path)).status, 200)
    assert.deepEqual([app.s3.objects.size, (await load(videoUrl)).status], [0, 404])
  })

  test('an outage delays the upload, longer each time, and the recording is played from the folder', async () => {
    await using app = await openStored()
    const url = await urlOf(app, await record(app))
    const triedAt: number[] = []
    app.s3.onRequest = () => {
      triedAt.push(app.clock.uptime())
      return 503
    }
    const passUntil = (isReached: () => Promise<boolean>) =>
      eventually(async () => {
        app.clock.advance(20_000)
        return isReached()
      })
    await passUntil(async () => triedAt.length === 3)
    const [first = 0, second = 0, third = 0] = triedAt
    assert.ok(second - first >= 60_000 && third - second >= 120_000, triedAt.join())
    const statuses = async () => (await play(url)).map(([status]) => status)
    assert.deepEqual([await statuses(), (await app.files()).length], [[200, 200, 206], 2])
    assert.equal(app.log.lines.filter(({ text }) => text === 'recording.upload_failed').length >= 2, true)
    app.s3.onRequest = () => {}
    await passUntil(async () => (await app.files()).length === 0)
    assert.deepEqual(await statuses(), [200, 200, 206])
  })
})

describe('a process that starts again', () => {
  test('uploads what a killed one has left, and deletes what that had uploaded', async () => {
    using folder = createTempFolder()
    const { path } = folder
    await using s3 = await openS3Server()
    await using database = await openReusedDatabase()
    const openDatabase = async () => ({ connection: database.connection, [Symbol.asyncDispose]: async () => {} })
    const keys = newKeys()
    await using killed = await openTestApp({ openDatabase, keys, settings: { recordingsDir: path } })
    const person = await killed.act('createPerson', { channelName: '스트리머' })
    const streamer = httpBrowser(killed.url)
    await streamer.signIn(person.email, person.password)
    await streamer.callConsole('PATCH', '/live/setting', { isRecorded: true })
    const db = killed.deps.db.read
    const ended = () =>
      db.selectFrom('recording').where('ended_at', 'is not', null).select('id').orderBy('started_at').execute()
    for (const count of [1, 2]) {
      await (await openUpload(streamer)).send(0, 10)
      await recordingBegun(db)
      await streamer.callConsole('DELETE', '/live')
      await eventually(async () => (await ended()).length === count)
    }
    const [{ id: left }, { id: done }] = (await ended()) as [{ id: string }, { id: string }]
    const uploader = killed.deps.random.uuid()
    assert.ok(await claimUpload(db, { id: left, uploader, leaseSec: 60 }))
    assert.ok(await claimUpload(db, { id: done, uploader, leaseSec: 60 }))
    await endUpload(db, done, uploader, 1_000)

    const settings = { recordingsDir: path, recordingsS3Url: s3.url }
    const dataKey = killed.deps.dataKey
    await using started = await openTestApp({ openDatabase, keys: { ...keys, dataKey }, settings })
    const files = async () => (await readdir(path, { recursive: true })).filter((name) => name.includes('.'))
    started.clock.advance(60_000)
    await eventually(async () => (await files()).length === 2)
    assert.ok((await files()).every((name) => name.includes(left)))
    assert.equal(s3.objects.size, 0, 'the killed process may still upload')
    await endUpload(db, left, uploader, null)
    await eventually(async () => {
      started.clock.advance(60_000)
      return (await files()).length === 0
    })
    assert.deepEqual(
      [...s3.objects.keys()].every((name) => name.includes(left)),
      true,
    )
    assert.equal(s3.objects.size, 2)
  })

  test('of several processes one uploads a file', async () => {
    await using app = await openStored()
    const [id, db] = [await record(app), app.deps.db.read]
    const claims = Array.from({ length: 5 }, () =>
      claimUpload(db, { id, uploader: app.deps.random.uuid(), leaseSec: 60 }),
    )
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1)
  })
})

describe('a large file', () => {
  test('is uploaded in parts, of which a failure leaves none', async () => {
    await using app = await openStored()
    const url = await urlOf(app, await record(app))
    const name = (await app.files()).find((file) => file.endsWith('.mp4'))
    await truncate(join(app.path, String(name)), 17_000_000)
    const content = await readFile(join(app.path, String(name)))
    app.s3.onRequest = ({ url: address = '' }) => (address.includes('partNumber=2') ? 500 : undefined)
    const failed = app.log.waitFor('recording.upload_failed')
    app.clock.advance(60_000)
    await failed
    assert.deepEqual([app.s3.uploads.size, app.s3.objects.size, (await app.files()).length], [0, 0, 2])
    app.s3.onRequest = () => {}
    await app.uploaded()
    assert.ok(app.s3.objects.get([...app.s3.objects.keys()].find((key) => key.endsWith('.mp4')) ?? '')?.equals(content))
    const part = await load(new URL('video.mp4', url).href, { range: 'bytes=16999990-' })
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, 'bytes 16999990-16999999/17000000'])
  })

  test('that is deleted during its upload leaves nothing', async () => {
    await using app = await openStored()
    const id = await record(app)
    const name = (await app.files()).find((file) => file.endsWith('.mp4'))
    await truncate(join(app.path, String(name)), 17_000_000)
    app.s3.onRequest = async ({ url: address = '' }) => {
      if (!address.includes('partNumber=2')) return
      app.s3.onRequest = () => {}
      assert.equal((await app.streamer.callConsole('DELETE', `${app.channel}/recordings/${id}`)).status, 200)
    }
    await app.uploaded()
    await eventually(async () => app.s3.uploads.size === 0)
    await eventually(async () => {
      await app.deps.recordings.tidy()
      return (await app.deps.db.read.selectFrom('stored_file').select('id').execute()).length === 0
    })
    assert.equal(app.s3.objects.size, 0)
  })
})

describe('deletion of an object', () => {
  const ways: Record<string, (app: App, id: string) => Promise<unknown>> = {
    'by the streamer': (app, id) => app.streamer.callConsole('DELETE', `${app.channel}/recordings/${id}`),
    'after the days': async (app) => {
      app.clock.advance((app.deps.config.recordingDays + 1) * 86_400_000)
      await sweepRecordings(app.deps)
    },
    'with the account': async ({ deps, streamer }) => {
      await deleteAccount(streamer.channelId, endAccountActivity, deps)
      await purgeAccounts(deps)
    },
  }
  for (const [way, remove] of Object.entries(ways))
    test(way, async () => {
      await using app = await openStored()
      const id = await record(app)
      await app.uploaded()
      await remove(app, id)
      await app.deps.recordings.tidy()
      assert.equal(app.s3.objects.size, 0)
      assert.deepEqual(await app.deps.db.read.selectFrom('stored_file').select('id').execute(), [])
    })

  test('for space, for which the bytes in the service count', async () => {
    await using app = await openStored()
    await record(app)
    await app.uploaded()
    await app.deps.db.read.updateTable('stored_file').set({ bytes: 21e9 }).execute()
    await app.deps.recordings.tidy()
    assert.deepEqual([app.s3.objects.size, await app.listed()], [0, []])
  })

  test('waits for the end of a hold', async () => {
    await using app = await openStored()
    const { channelId } = app.streamer
    const id = await record(app)
    await app.uploaded()
    await placeHold({ channelId, caseNumber: '1', reason: '수사', seconds: undefined }, app.deps)
    await app.streamer.callConsole('DELETE', `${app.channel}/recordings/${id}`)
    await app.deps.recordings.tidy()
    assert.equal(app.s3.objects.size, 2)
    await liftHold({ channelId, caseNumber: '1' }, app.deps)
    await sweepHolds(app.deps)
    await app.deps.recordings.tidy()
    assert.equal(app.s3.objects.size, 0)
  })

  test('is tried again until the service is back', async () => {
    await using app = await openStored()
    const id = await record(app)
    await app.uploaded()
    app.s3.onRequest = () => 503
    const path = `${app.channel}/recordings/${id}`
    assert.equal((await app.streamer.callConsole('DELETE', path)).status, 200)
    assert.equal(app.s3.objects.size, 2)
    app.s3.onRequest = () => {}
    app.clock.advance(60_000)
    await eventually(async () => app.s3.objects.size === 0)
  })
})

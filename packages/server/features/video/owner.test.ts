import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openReusedDatabase } from '../../../../tests/support/programs/reused-databases.ts'
import { newKeys, openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { load, openUpload } from '../../../../tests/support/clients/video-upload.ts'
import { sweepVideos } from './sweep-videos.ts'

/** Two processes on one database. No event of one reaches the other. */
async function openTwo() {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openReusedDatabase())
  const openDatabase = async () => ({ connection, [Symbol.asyncDispose]: async () => {} })
  const keys = newKeys()
  const first = opening.use(await openTestApp({ openDatabase, keys }))
  const second = opening.use(await openTestApp({ openDatabase, keys }))
  const person = await first.act('createPerson', { channelName: '스트리머' })
  const browserAt = async (app: typeof first) => {
    const browser = httpBrowser(app.url)
    await browser.signIn(person.email, person.password)
    return browser
  }
  const [atFirst, atSecond] = [await browserAt(first), await browserAt(second)]
  const liveOf = async () =>
    (await atSecond.callConsole('GET', `/channels/${person.channelId}`)).body.content.state.live
  const opened = opening.move()
  return { first, second, atFirst, atSecond, liveOf, ...person, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Lets the leases of all videos run out, as if their processes had been killed a minute ago. */
async function expireLeases({ deps }: Awaited<ReturnType<typeof openTestApp>>): Promise<void> {
  await deps.db.read
    .updateTable('live_video')
    .set({ lease_expires_at_db: new Date(0) })
    .execute()
}

/** The origins from which a page of a process may load and upload video. */
async function mediaOriginsOf({ url }: { url: string }) {
  const { headers } = await httpBrowser(url).get('/watch')
  const policy = headers.get('content-security-policy') ?? ''
  const sourcesOf = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
  const media = sourcesOf('media-src').filter((source) => source !== 'blob:')
  assert.ok(
    media.every((source) => sourcesOf('connect-src').includes(source)),
    policy,
  )
  return media
}

describe('videos of several processes', () => {
  test('pages of each process may play and send video at all of them, also before a live is there', async () => {
    await using two = await openTwo()
    const { first, second } = two
    assert.deepEqual(await mediaOriginsOf(first), [first.url])
    // No event of one reaches the other: what each has read is loaded again after 10 s.
    const passTime = () => [first, second].forEach(({ clock }) => clock.advance(10_000))
    await eventually(async () => {
      passTime()
      const [of1, of2] = [await mediaOriginsOf(first), await mediaOriginsOf(second)]
      return of1.join() === [first.url, second.url].join() && of2.join() === [second.url, first.url].join()
    })
    await first.deps.db.transaction((tx) =>
      tx
        .updateTable('media_origin')
        .set({ seen_at_db: new Date(Date.now() - 86_400_000) })
        .where('origin', '=', second.url)
        .execute(),
    )
    passTime()
    assert.deepEqual(await mediaOriginsOf(first), [first.url])
  })

  test('a page that takes over at another process continues the live there, and the first one stops', async () => {
    await using two = await openTwo()
    const upload = await openUpload(two.atFirst)
    await upload.send(0, 4)
    await eventually(async () => (await two.liveOf())?.video === 'live')
    const { playbackUrl, liveId } = await two.liveOf()
    const refused = await two.atSecond.callConsole('POST', '/live/video', {
      video: [{ width: 320, height: 180 }],
      audio: true,
    })
    assert.equal(refused.body.reason?.code, 'LIVE_ELSEWHERE')
    const next = await openUpload(two.atSecond, { takeOver: true })
    assert.equal(next.liveId, liveId)
    await next.send(0, 4)
    await eventually(async () => (await two.liveOf())?.video === 'live')
    const { playbackUrl: nextUrl } = await two.liveOf()
    assert.deepEqual([new URL(playbackUrl).origin, new URL(nextUrl).origin], [two.first.url, two.second.url])
    await eventually(async () => {
      two.first.clock.advance(1_000)
      return (await load(playbackUrl)).status === 404
    })
    assert.equal((await upload.put(4)).status, 410)
  })

  test('a page goes on at another process when its own was killed', async () => {
    await using two = await openTwo()
    const upload = await openUpload(two.atFirst)
    await upload.send(0, 4)
    await eventually(async () => (await two.liveOf())?.video === 'live')
    await expireLeases(two.first)
    const next = await openUpload(two.atSecond)
    assert.equal(next.liveId, upload.liveId)
  })

  test('a page proves with its token that it continues its own live, before the lease of the other process ends', async () => {
    await using two = await openTwo()
    const upload = await openUpload(two.atFirst)
    await upload.send(0, 4)
    await eventually(async () => (await two.liveOf())?.video === 'live')
    const next = await openUpload(two.atSecond, { token: upload.token })
    assert.equal(next.liveId, upload.liveId)
    const again = { video: [{ width: 320, height: 180 }], audio: true, token: upload.token }
    assert.equal((await two.atFirst.callConsole('POST', '/live/video', again)).body.reason?.code, 'LIVE_ELSEWHERE')
  })

  test('a process that ends gives its videos away at once', async () => {
    await using two = await openTwo()
    const upload = await openUpload(two.atFirst)
    await upload.send(0, 4)
    await two.first.deps.videos[Symbol.asyncDispose]()
    assert.equal((await openUpload(two.atSecond)).liveId, upload.liveId)
  })

  test('a live whose process was killed ends when nobody continues it', async () => {
    await using two = await openTwo()
    const upload = await openUpload(two.atFirst)
    await upload.send(0, 4)
    await sweepVideos(two.second.deps)
    assert.notEqual(await two.liveOf(), null)
    await expireLeases(two.first)
    await sweepVideos(two.second.deps)
    assert.equal(await two.liveOf(), null)
    const rows = await two.second.deps.db.read.selectFrom('live_video').selectAll().execute()
    assert.deepEqual(rows, [])
  })
})

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { getStreamKey } from '../../server/features/lives/stream-key.ts'
import { findAccessibilityErrors, openBrowser, skip as noBrowser } from '../../server/test/console-browser.ts'

const timeout = 180_000
const tools = ['ffmpeg', 'curl'].filter((tool) => spawnSync(tool, ['-version']).error !== undefined)
const skip = noBrowser || (tools.length === 0 ? false : `there is no ${tools.join(', ')}`)
const operating = readFileSync(new URL('../../docs/operate/run.md', import.meta.url), 'utf8')
const packageStreamScript = /<!-- onair-video -->\s+```sh\n(.*?)```/s.exec(operating)?.[1] ?? ''

/** A media server as the documentation says: what comes in under a stream key is offered under the id of the channel. */
async function startMediaServer() {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'onair-video-'))
  opening.defer(() => rm(folder, { recursive: true }))
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    response.setHeader('access-control-allow-origin', '*').setHeader('cache-control', 'no-store')
    response.setHeader('content-type', path.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp2t')
    readFile(join(folder, path)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opening.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const opened = opening.move()
  return {
    playbackUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{channelId}/index.m3u8`,
    asked: requestedPaths,
    /** An encoder that sends in real time until it is disposed of, and what the media server runs for it. */
    async publish(streamKey: string, onair: string): Promise<AsyncDisposable> {
      const fifo = join(folder, 'way')
      execFileSync('mkfifo', [fifo])
      // With both its ends open nobody waits for the other to open it.
      const fifoHandle = await open(fifo, 'r+')
      const env = { ...process.env, ONAIR: onair, VIDEO_DIR: folder }
      const packager = spawn('sh', ['-c', packageStreamScript, 'onair-video', fifo, streamKey], {
        env,
        stdio: 'ignore',
      })
      const encoder = spawn(
        'ffmpeg',
        [
          '-y -loglevel error -re -f lavfi -i testsrc=size=320x180:rate=15 -f lavfi -i sine=frequency=440',
          '-c:v libx264 -profile:v baseline -pix_fmt yuv420p -preset ultrafast -g 15 -c:a aac -f mpegts',
          fifo,
        ].flatMap((part) => part.split(' ')),
        { stdio: 'ignore' },
      )
      return {
        async [Symbol.asyncDispose]() {
          const exited = Promise.all([once(packager, 'exit'), once(encoder, 'exit')])
          encoder.kill()
          await fifoHandle.close()
          await exited
          await rm(fifo)
        },
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The watch page of a channel whose operator has a media server. */
async function openPlayer(options: BrowserContextOptions = {}) {
  await using opening = new AsyncDisposableStack()
  const mediaServer = opening.use(await startMediaServer())
  const browser = opening.use(await openBrowser(options, { playbackUrl: mediaServer.playbackUrl }))
  const { testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const channelId = String(demo.people[0].channelId)
  const streamKey = await getStreamKey(channelId, testApp.deps)
  const opened = opening.move()
  return { ...browser, media: mediaServer, channelId, streamKey, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Waits in the page, whose policy lets nothing be compiled there. */
const waitInPage = (page: Page, condition: string) =>
  page.evaluate(`new Promise((met) => {
    const look = () => (${condition} ? met(null) : setTimeout(look, 50))
    look()
  })`)
const video = `document.querySelector('video')`
/** The picture is there, and goes on. */
async function expectPlayback(page: Page) {
  await page.locator('video').waitFor({ state: 'visible' })
  await waitInPage(page, `!${video}.paused && ${video}.videoWidth === 320 && ${video}.currentTime > 0`)
  const startedAt = await page.evaluate<number>(`${video}.currentTime`)
  await waitInPage(page, `${video}.currentTime > ${startedAt + 1}`)
}
const notFound = /the server responded with a status of 404/

for (const [way, script] of [
  ['itself', ''],
  ['with a script of ours', `HTMLMediaElement.prototype.canPlayType = () => ''`],
] as const) {
  test(
    `the picture of a broadcast is played while there is one, by a browser that plays HLS ${way}`,
    { skip, timeout },
    async () => {
      await using player = await openPlayer()
      const { page, testApp, media, channelId, streamKey, complaints: pageErrors } = player
      await page.addInitScript(script)
      await page.goto(`/watch/${channelId}`)
      await page.getByText('is offline').waitFor()
      assert.equal(await page.locator('video').count(), 0)
      {
        await using _ = await media.publish(streamKey, testApp.url)
        await expectPlayback(page)
        assert.equal(await page.evaluate(`${video}.muted`), true)
        await page.getByRole('button', { name: 'Turn sound on' }).click()
        await page.getByRole('button', { name: 'Turn sound on' }).waitFor({ state: 'detached' })
        assert.equal(await page.evaluate(`${video}.muted`), false)
        assert.deepEqual(await findAccessibilityErrors(page), [])
      }
      await page.getByText('The video was interrupted').waitFor()
      await page.locator('video').waitFor({ state: 'hidden' })
      {
        await using _ = await media.publish(streamKey, testApp.url)
        await expectPlayback(page)
        await testApp.call('POST', '/ingest/v1/unpublish', { json: { streamKey } })
        await page.getByText('is offline').waitFor()
        assert.equal(await page.locator('video').count(), 0)
      }
      assert.ok(media.asked.includes(`/${channelId}/index.m3u8`))
      assert.ok(!media.asked.join().includes(streamKey))
      assert.deepEqual(
        pageErrors.filter((complaint) => !notFound.test(complaint)),
        [],
      )
    },
  )

  test(
    `on the air without a picture the page says so, and asks for one again, in a browser that plays HLS ${way}`,
    { skip, timeout },
    async () => {
      await using player = await openPlayer()
      const { page, testApp, media, channelId, complaints: pageErrors } = player
      await testApp.sandbox('POST', '/acts/go-live', { channelId, liveTitle: '첫 방송' })
      await page.addInitScript(script)
      await page.addInitScript(`{
        const { createObjectURL } = URL
        globalThis.sources = 0
        URL.createObjectURL = (of) => (globalThis.sources++, createObjectURL(of))
      }`)
      const retryResponse = page.waitForResponse(
        (response) =>
          response.url().endsWith('/index.m3u8') && media.asked.filter((path) => path.endsWith('.m3u8')).length > 2,
      )
      await page.goto(`/watch/${channelId}`)
      await page.getByText('No video yet').waitFor()
      await retryResponse
      await page.locator('video').waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('globalThis.sources'), 0)
      assert.deepEqual(
        pageErrors.filter((complaint) => !notFound.test(complaint)),
        [],
      )
    },
  )
}

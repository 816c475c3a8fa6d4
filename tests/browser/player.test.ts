import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { findAccessibilityErrors, openBrowser, skip as noBrowser } from '../support/clients/console-browser.ts'
import { portOf } from '../support/programs/port.ts'

const timeout = 180_000
const missingTools = ['ffmpeg', 'curl'].filter((tool) => spawnSync(tool, ['-version']).error !== undefined)
const skip = noBrowser || (missingTools.length > 0 && `${missingTools.join(', ')} not installed`)

/** A media server as in docs/operate/video.md: receives a stream by its key, and serves it by the channel id. */
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
    playbackUrl: `http://127.0.0.1:${portOf(server)}/{channelId}/index.m3u8`,
    requestedPaths,
    /** Starts an encoder that sends in real time until it is disposed, and the script that packages its stream. */
    async publish(streamKey: string, onairUrl: string): Promise<AsyncDisposable> {
      const fifo = join(folder, 'stream')
      execFileSync('mkfifo', [fifo])
      // Opened for reading and writing, the FIFO blocks neither process when it opens its end.
      const fifoHandle = await open(fifo, 'r+')
      const env = { ...process.env, ONAIR: onairUrl, VIDEO_DIR: folder }
      const packager = spawn('sh', ['deploy/onair-video', fifo, streamKey], {
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

/** The demo streamer's channel on a platform with a media server. */
async function openPlayer() {
  await using opening = new AsyncDisposableStack()
  const mediaServer = opening.use(await startMediaServer())
  const browser = opening.use(await openBrowser({}, { playbackUrl: mediaServer.playbackUrl }))
  const { channelId } = browser.demo.streamer
  const streamKey = await getStreamKey(channelId, browser.testApp.deps)
  const opened = opening.move()
  return { ...browser, mediaServer, channelId, streamKey, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Polls in the page: its content security policy does not allow `page.waitForFunction`. */
const waitInPage = (page: Page, condition: string) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const deadline = Date.now() + 60_000
    const poll = () => {
      if (${condition}) resolve()
      else if (Date.now() > deadline) reject(new Error(${JSON.stringify(condition)}))
      else setTimeout(poll, 50)
    }
    poll()
  })`)

const video = `document.querySelector('video')`

/** Waits until the video is shown, and has played for a second. */
async function expectPlayback(page: Page) {
  await page.locator('video').waitFor({ state: 'visible' })
  await waitInPage(page, `!${video}.paused && ${video}.videoWidth === 320 && ${video}.currentTime > 0`)
  const startedAt = await page.evaluate<number>(`${video}.currentTime`)
  await waitInPage(page, `${video}.currentTime > ${startedAt + 1}`)
}

/** The playlist is requested before it exists. */
const isUnexpected = (error: string) => !error.includes('the server responded with a status of 404')

// The tests mostly wait for video in real time.
describe('video player', { skip, concurrency: 2 }, () => {
  for (const [browserKind, script] of [
    ['native HLS', ''],
    ['Media Source Extensions', `HTMLMediaElement.prototype.canPlayType = () => ''`],
  ] as const) {
    // Gap 150.
    test(
      `plays a live while it is received, and again after an interruption: ${browserKind}`,
      { timeout },
      async () => {
        await using player = await openPlayer()
        const { page, testApp, mediaServer, channelId, streamKey, pageErrors } = player
        await page.addInitScript(script)
        await page.goto(`/watch/${channelId}`)
        await page.getByText('Offline', { exact: true }).waitFor()
        assert.equal(await page.locator('video').count(), 0)
        {
          await using _ = await mediaServer.publish(streamKey, testApp.url)
          await expectPlayback(page)
          assert.equal(await page.evaluate(`${video}.muted`), true)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            const styles = await page.getByRole('button', { name: 'Turn sound on' }).evaluate((button: any) => {
              const { color, backgroundColor } = button.ownerDocument.defaultView.getComputedStyle(button)
              return [color, backgroundColor]
            })
            assert.deepEqual(styles, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'], colorScheme)
          }
          await page.getByRole('button', { name: 'Turn sound on' }).click()
          await page.getByRole('button', { name: 'Turn sound on' }).waitFor({ state: 'detached' })
          assert.equal(await page.evaluate(`${video}.muted`), false)
          assert.deepEqual(await findAccessibilityErrors(page), [])
        }
        await page.getByText('The video was interrupted').waitFor()
        await page.locator('video').waitFor({ state: 'hidden' })
        {
          await using _ = await mediaServer.publish(streamKey, testApp.url)
          await expectPlayback(page)
          await testApp.call('POST', '/ingest/v1/unpublish', { json: { streamKey } })
          await page.getByText('Offline', { exact: true }).waitFor()
          assert.equal(await page.locator('video').count(), 0)
        }
        assert.ok(mediaServer.requestedPaths.includes(`/${channelId}/index.m3u8`))
        assert.ok(!mediaServer.requestedPaths.join().includes(streamKey))
        assert.deepEqual(pageErrors.filter(isUnexpected), [])
      },
    )

    // Gap 152.
    test(`says that a live channel has no video yet, and requests it again: ${browserKind}`, { timeout }, async () => {
      await using player = await openPlayer()
      const { page, testApp, mediaServer, channelId, pageErrors } = player
      await testApp.sandbox('POST', '/actions/go-live', { channelId, liveTitle: '첫 방송' })
      await page.addInitScript(script)
      await page.addInitScript(`{
        const { createObjectURL } = URL
        globalThis.sources = 0
        URL.createObjectURL = (source) => (globalThis.sources++, createObjectURL(source))
      }`)
      const retryResponse = page.waitForResponse(
        (response) =>
          response.url().endsWith('/index.m3u8') &&
          mediaServer.requestedPaths.filter((path) => path.endsWith('.m3u8')).length > 2,
      )
      await page.goto(`/watch/${channelId}`)
      await page.getByText('No video yet').waitFor()
      await retryResponse
      await page.locator('video').waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('globalThis.sources'), 0)
      assert.deepEqual(pageErrors.filter(isUnexpected), [])
    })
  }
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { startCodedEncoder } from '../../bench/video/encoders.ts'
import { firstPictureScript, watchScript, type Seen } from '../../bench/video/picture.ts'
import { goLive, openBrowser } from '../../bench/video/studio.ts'
import { median, percentile } from '../../bench/shared/statistics.ts'
import { skip as noBrowser } from '../support/clients/console-browser.ts'
import { noEncoder } from '../support/clients/encoder.ts'
import { eventually } from '../support/eventually.ts'
import { apiCalls, openCluster, clusterUnavailable } from '../support/programs/cluster.ts'
import { findFreePort } from '../support/programs/port.ts'
import { startProgram } from '../support/programs/program.ts'
import { openRoundRobin } from '../support/programs/round-robin.ts'
import { openTcpProxy } from '../support/programs/tcp-proxy.ts'

// Programs, encoders and browsers in real time, which are cut and killed: `npm run video` runs it.
const skip = noBrowser || noEncoder || (process.env['VIDEO'] === undefined && 'npm run video runs it')
const options = { skip, timeout: 240_000 }
/** `npm run bench -- video` has the goals. A machine that is busy with tests is slower. */
const mostBehindMs = 6_000

/** A sandbox in a process of its own, whose media have an address that can be cut, and which can be killed and started again. */
async function openSandbox() {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(createTempFolder())
  const [port, rtmpPort] = [await findFreePort(), await findFreePort()]
  const media = opening.use(await openTcpProxy({ host: '127.0.0.1', port }))
  const start = () =>
    startProgram(['serve', '--data-dir', join(folder.path, 'data'), '--port', String(port), '--json'], {
      ONAIR_RTMP_PORT: String(rtmpPort),
      ONAIR_MEDIA_URL: `http://127.0.0.1:${media.port}`,
    })
  let program = start()
  opening.defer(() => program[Symbol.asyncDispose]())
  const { baseUrl, demo } = await program.ready()
  const channelId = demo.people[0]?.channelId ?? ''
  const platform = apiCalls(baseUrl)
  const browser = opening.adopt(await openBrowser(), (opened: Browser) => opened.close())
  const opened = opening.move()
  return {
    baseUrl,
    browser,
    channelId,
    media,
    async encoderUrl() {
      const query = String(new URLSearchParams({ channelId }))
      const { encoderUrl, streamKey } = await platform.sandbox('GET', `/channels/encoder?${query}`)
      return `${encoderUrl}/${streamKey}`
    },
    liveOf: async () => (await platform.call('GET', `/console/v1/channels/${channelId}`)).content.state.live,
    async killAndRestart() {
      await program.stop('SIGKILL')
      await wait(2_000)
      program = start()
      await program.ready()
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function openViewer(browser: Browser, baseURL: string, channelId: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()
  await page.addInitScript(firstPictureScript)
  await page.goto(`/watch/${channelId}`)
  return page
}

/** Waits until the viewer sees the picture of now, and reports how far it is behind. */
async function requireNow(viewer: Page, t: TestContext, what: string): Promise<void> {
  await eventually(
    async () => {
      if ((await viewer.locator('video').count()) === 0) return false
      const { delaysMs, frames, times } = await viewer.evaluate<Seen>(watchScript(4))
      const behindMs = median(delaysMs)
      if (times.length < 20 || !(behindMs < mostBehindMs)) return false
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        'in order',
      )
      t.diagnostic(`${what}: ${frames} frames, ${behindMs} ms behind, p95 ${percentile(delaysMs, 0.95)} ms`)
      return true
    },
    { within: 90_000 },
  )
}

const healthOf = async (studio: Page) => (await (await studio.request.get('/console/v1/live/video')).json()).content

describe('real video of a page', () => {
  test('is seen soon, survives cuts of 5 and of 22 seconds, and a camera that freezes', options, async (t) => {
    await using sandbox = await openSandbox()
    const { baseUrl, browser, channelId, media } = sandbox
    const viewer = await openViewer(browser, baseUrl, channelId)
    let clickedAt = 0
    const studio = await goLive(browser, baseUrl, '360p', () => (clickedAt = Date.now()))
    const shown = `globalThis.firstPictureAt === undefined ? false : performance.timeOrigin + globalThis.firstPictureAt`
    const shownAt = await eventually(() => viewer.evaluate<number | false>(shown))
    t.diagnostic(`first picture ${Math.round(shownAt - clickedAt)} ms after going live`)
    await requireNow(viewer, t, 'page')
    const { liveId } = await sandbox.liveOf()

    media.disconnect()
    await wait(5_000)
    media.restore()
    await requireNow(viewer, t, 'after a cut of 5 s')
    assert.equal((await healthOf(studio)).video.lostBatches, 0)

    media.disconnect()
    await wait(22_000)
    media.restore()
    await requireNow(viewer, t, 'after a cut of 22 s')
    const { hints, video } = await healthOf(studio)
    assert.ok(video.lostBatches > 0)
    assert.ok(hints.some(({ code }: { code: string }) => code === 'BATCHES_LOST'))
    assert.equal((await sandbox.liveOf()).liveId, liveId)

    await studio.evaluate(`globalThis.freezesCamera = true`)
    const frozenAt = Date.now()
    await Promise.all([
      studio.getByText('Only sound arrives, so viewers see no picture').waitFor({ timeout: 10_000 }),
      viewer.getByText('No picture arrives from the streamer.').waitFor({ timeout: 10_000 }),
    ])
    t.diagnostic(`a frozen camera is named after ${Date.now() - frozenAt} ms`)
    // Longer than a live goes on without anything.
    await wait(32_000)
    await studio.evaluate(`globalThis.freezesCamera = false`)
    await requireNow(viewer, t, 'after a frozen camera')
    assert.equal((await sandbox.liveOf()).liveId, liveId)
  })

  test('goes on in the same live when the server was killed and started again', options, async (t) => {
    await using sandbox = await openSandbox()
    const { baseUrl, browser, channelId } = sandbox
    await goLive(browser, baseUrl, '360p')
    const viewer = await openViewer(browser, baseUrl, channelId)
    await requireNow(viewer, t, 'page')
    const { liveId } = await sandbox.liveOf()
    await sandbox.killAndRestart()
    await requireNow(viewer, t, 'after the restart')
    assert.equal((await sandbox.liveOf()).liveId, liveId)
  })

  test(
    'goes on at another process when the one that has it was killed',
    { ...options, skip: skip || clusterUnavailable },
    async (t) => {
      await using cluster = await openCluster()
      await using balancer = await openRoundRobin()
      const addresses = { ONAIR_BASE_URL: balancer.url, ONAIR_SOCKET_URL: balancer.url }
      const start = async () => {
        const port = String(await findFreePort())
        const url = `http://127.0.0.1:${port}`
        const env = { ...addresses, ONAIR_PORT: port, ONAIR_MEDIA_URL: url }
        return { url, ...(await cluster.start('api,gateway,worker', env)) }
      }
      const processes = [await start(), await start()]
      const route = (to: typeof processes) => {
        const urls = to.map(({ url }) => url)
        balancer.setTargets({ apis: urls, gateways: urls })
      }
      route(processes)
      const platform = apiCalls(balancer.url)
      const [{ channelId }] = (await platform.sandbox('GET', '')).demo.people
      await using opening = new AsyncDisposableStack()
      const browser = opening.adopt(await openBrowser(), (opened: Browser) => opened.close())
      await goLive(browser, balancer.url, '360p')
      const viewer = await openViewer(browser, balancer.url, channelId)
      await requireNow(viewer, t, 'page')
      const live = async () => (await platform.call('GET', `/console/v1/channels/${channelId}`)).content.state.live
      const { liveId, playbackUrl } = await live()
      const owner = processes.find(({ url }) => playbackUrl.startsWith(url))
      route(processes.filter((other) => other !== owner))
      await owner?.stop('SIGKILL')
      await requireNow(viewer, t, 'at the other process')
      assert.equal((await live()).liveId, liveId)
    },
  )
})

describe('real video of an encoder', () => {
  for (const bFrames of [0, 3])
    test(`with ${bFrames} B-frames is seen in order, and goes on when it was killed`, options, async (t) => {
      await using sandbox = await openSandbox()
      const { baseUrl, browser, channelId } = sandbox
      const url = await sandbox.encoderUrl()
      const start = () => startCodedEncoder([url], { kbps: 600, height: 360, bFrames })
      await using first = start()
      const viewer = await openViewer(browser, baseUrl, channelId)
      await requireNow(viewer, t, 'encoder')
      const { liveId } = await sandbox.liveOf()
      first.child.kill('SIGKILL')
      await wait(3_000)
      await using _second = start()
      await requireNow(viewer, t, 'after the encoder was killed')
      assert.equal((await sandbox.liveOf()).liveId, liveId)
    })
})

import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { findPackageFile } from './other-servers.ts'
import { firstPictureScript, watchScript, type Seen } from './picture.ts'

export type Watched = Seen & {
  /** Seconds until the first picture, since the page was requested and since its player asked for the video. */
  openedSec: number
  firstPictureSec: number
}

const pictureWithinMs = 40_000

/** Opens the watch page of a channel, and measures what it shows. The files of the page are in the cache. */
export async function watchChannel(browser: Browser, baseURL: string, channelId: string, seconds: number) {
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  try {
    const page = await context.newPage()
    await page.goto(`/watch/${channelId}`)
    await page.locator('video').waitFor({ state: 'attached' })
    await page.addInitScript(firstPictureScript)
    await page.goto(`/watch/${channelId}`)
    return await watch(page, seconds, /master\.m3u8/)
  } finally {
    await context.close()
  }
}

/** Plays an address with hls.js as it is by default, or with mpegts.js for FLV. Null: the player is not installed. */
export async function watchUrl(browser: Browser, url: string, seconds: number): Promise<Watched | null> {
  const isFlv = url.endsWith('.flv')
  const library = findPackageFile(isFlv ? 'mpegts.js/dist/mpegts.js' : 'hls.js/dist/hls.light.min.js')
  if (library === null) return null
  const address = JSON.stringify(url)
  const play = isFlv
    ? `const player = mpegts.createPlayer({ type: 'flv', isLive: true, url: ${address} }, { liveBufferLatencyChasing: true, enableStashBuffer: false })
       player.attachMediaElement(video); player.load()`
    : `const player = new Hls({ lowLatencyMode: false }); player.loadSource(${address}); player.attachMedia(video)`
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.setContent('<video muted autoplay></video>')
    await page.evaluate(readFileSync(library, 'utf8'))
    await page.evaluate(firstPictureScript)
    await page.evaluate(
      `{ performance.clearResourceTimings(); globalThis.openedAt = performance.now(); const video = document.querySelector('video'); ${play}; void 0 }`,
    )
    return await watch(page, seconds, isFlv ? /\.flv/ : /\.m3u8/)
  } finally {
    await context.close()
  }
}

async function watch(page: Page, seconds: number, playlist: RegExp): Promise<Watched> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const deadline = performance.now() + ${pictureWithinMs}
    const poll = () => {
      if (globalThis.firstPictureAt !== undefined) resolve()
      else if (performance.now() > deadline) reject(new Error('no picture: ' + location.href))
      else setTimeout(poll, 20)
    }
    poll()
  })`)
  const [openedMs, requestedMs] = await page.evaluate<[number, number]>(`[
    firstPictureAt - (globalThis.openedAt ?? 0),
    firstPictureAt - (performance.getEntriesByType('resource').find(({ name }) => ${String(playlist)}.test(name))?.startTime ?? globalThis.openedAt),
  ]`)
  // Players approach their distance to the live edge in a few seconds.
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const seen = await page.evaluate<Seen>(watchScript(seconds))
  return { ...seen, openedSec: openedMs / 1_000, firstPictureSec: requestedMs / 1_000 }
}

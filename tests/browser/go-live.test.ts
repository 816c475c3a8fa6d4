import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Config } from '@onair/server/config/config.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
} from '../support/clients/console-browser.ts'
import { pictureHasMoved } from '../support/clients/moving-picture.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'
import { openTcpProxy } from '../support/programs/tcp-proxy.ts'

const timeout = 120_000
const options = { skip, timeout }
/** Encoders and players in real time need a processor each: `npm run video` has it. */
const inRealTime = { timeout, skip: skip || (process.env['VIDEO'] === undefined && 'npm run video runs it') }

/** Waits until the picture has moved. */
const waitForMotion = (page: Page) => page.evaluate(pictureHasMoved)

const dialogOf = (page: Page) => page.getByRole('dialog')
const onAir = (page: Page) => page.getByText('You broadcast from this window.')

/** A sandbox whose clock follows the real one, as video does. */
async function openStudio(browserOptions: BrowserContextOptions = {}, settings: Partial<Config> = {}) {
  await using opening = new AsyncDisposableStack()
  const browser = opening.use(await openBrowser(browserOptions, { videoLives: 50, ...settings }))
  const { testApp, demo, page, openPage } = browser
  const { channelId } = demo.streamer
  const timer = setInterval(() => testApp.clock.advance(100), 100)
  opening.defer(() => clearInterval(timer))
  const liveOf = async () => (await testApp.call('GET', `/console/v1/channels/${channelId}`)).body.content.state.live
  const watch = async (overrides: BrowserContextOptions = {}) => {
    const viewer = await openPage(overrides)
    await viewer.goto(`/watch/${channelId}`)
    return viewer
  }
  const healthOf = async () => (await (await page.request.get('/console/v1/live/video')).json()).content
  const opened = opening.move()
  return { ...browser, channelId, liveOf, watch, healthOf, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** The demo streamer is live with the test picture. */
async function openTestLive() {
  const studio = await openStudio()
  await studio.testApp.sandbox('POST', '/actions/go-live', { channelId: studio.channelId })
  return studio
}

/** Opens the dialog of the demo streamer, which shows the camera. */
async function openDialog(page: Page) {
  await signIn(page, '/studio')
  await page.getByRole('button', { name: 'Go live', exact: true }).click()
  await dialogOf(page).getByLabel('Preview of your picture').waitFor()
}

async function goLive(page: Page) {
  await openDialog(page)
  await dialogOf(page).getByRole('button', { name: 'Go live', exact: true }).click()
  await onAir(page).waitFor()
}

describe('a live from the studio', { skip }, () => {
  test('is seen and heard by viewers, who control it with keys and buttons', inRealTime, async () => {
    await using studio = await openStudio()
    const { page, watch, pageErrors } = studio
    await openDialog(page)
    await dialogOf(page).getByRole('switch', { name: 'Also send 360p' }).click()
    const meter = dialogOf(page).getByRole('meter', { name: 'Microphone level' })
    await eventually(async () => Number(await meter.getAttribute('aria-valuenow')) > 0)
    await dialogOf(page).getByRole('button', { name: 'Go live', exact: true }).click()
    await onAir(page).waitFor()
    const viewer = await watch()
    await waitForMotion(viewer)
    const video = viewer.locator('video')
    const read = (field: string) => video.evaluate((video: any, name) => video[name] as unknown, field)

    // Some browsers allow sound only after a click.
    if (await read('muted')) await viewer.getByRole('button', { name: 'Turn sound on' }).first().click()
    assert.equal(await read('muted'), false)
    await eventually(async () => Number(await read('webkitAudioDecodedByteCount')) > 0)
    await video.focus()
    await viewer.keyboard.press('ArrowDown')
    await eventually(async () => Math.abs(Number(await read('volume')) - 0.9) < 0.01)
    await viewer.keyboard.press('m')
    assert.equal(await read('muted'), true)
    await viewer.keyboard.press('k')
    await viewer.getByText('The video is paused.').waitFor()
    await viewer.getByRole('button', { name: 'Go to live' }).click()
    await waitForMotion(viewer)
    await viewer.getByRole('button', { name: 'Statistics' }).click()
    await viewer.getByText(/^\d\.\d s behind, (720|360)p, \d+ frames? lost$/).waitFor()
    await viewer.getByRole('combobox', { name: 'Quality' }).selectOption('360p')
    await eventually(async () => (await read('videoHeight')) === 360)
    await waitForMotion(viewer)
    const widthOf = async () => (await video.boundingBox())?.height ?? 0
    const before = await widthOf()
    await viewer.getByRole('button', { name: 'Theatre mode' }).click()
    await eventually(async () => (await widthOf()) > before)
    await viewer.getByRole('button', { name: 'Full screen', exact: true }).click()
    await viewer.getByRole('button', { name: 'Exit full screen' }).click()

    // The volume is kept.
    await viewer.reload()
    await waitForMotion(viewer)
    assert.deepEqual([await read('muted'), Number(await read('volume')).toFixed(1)], [true, '0.9'])
    assert.deepEqual(pageErrors, [])
  })

  test('goes on after a reload of the page, in the same live', inRealTime, async () => {
    await using studio = await openStudio()
    const { page, watch, liveOf, pageErrors } = studio
    await goLive(page)
    const viewer = await watch()
    await waitForMotion(viewer)
    const { liveId } = await liveOf()
    await page.reload()
    await onAir(page).waitFor()
    await waitForMotion(viewer)
    assert.equal((await liveOf()).liveId, liveId)
    assert.equal(await viewer.evaluate(`performance.getEntriesByType('navigation').length`), 1)
    // A visit of other pages does not end it.
    await page.getByRole('link', { name: 'Chat settings' }).click()
    await page.getByRole('heading', { name: 'Chat settings' }).waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await onAir(page).waitFor()
    await waitForMotion(viewer)
    assert.equal((await liveOf()).liveId, liveId)
    assert.deepEqual(pageErrors, [])
  })

  test('a second window may take it over', inRealTime, async () => {
    await using studio = await openStudio()
    const { page, watch, liveOf } = studio
    await goLive(page)
    const { liveId } = await liveOf()
    const viewer = await watch()
    await waitForMotion(viewer)
    const second = await page.context().newPage()
    await second.goto('/studio')
    await second.getByRole('button', { name: 'Broadcast from here' }).click()
    await dialogOf(second).getByRole('button', { name: 'Go live', exact: true }).click()
    await dialogOf(second).getByText('Your channel is live from another window or an encoder.').waitFor()
    await dialogOf(second).getByRole('button', { name: 'Broadcast from here' }).click()
    await onAir(second).waitFor()
    await page.getByText('Another window or an encoder now broadcasts on your channel.').waitFor()
    await waitForMotion(viewer)
    assert.equal((await liveOf()).liveId, liveId)
  })

  test('a cut of the network is bridged without a loss', inRealTime, async () => {
    await using opening = new AsyncDisposableStack()
    const port = await findFreePort()
    const proxy = opening.use(await openTcpProxy({ host: '127.0.0.1', port }))
    const settings = { port, mediaUrl: `http://127.0.0.1:${proxy.port}` }
    const studio = opening.use(await openStudio({}, settings))
    const { page, watch, healthOf } = studio
    await goLive(page)
    const viewer = await watch()
    await waitForMotion(viewer)
    const positionOf = () => viewer.locator('video').evaluate((video: any) => video.currentTime as number)
    proxy.disconnect()
    await page.getByText(/^Your connection is slow: \d+ s of video wait/).waitFor()
    const before = await positionOf()
    proxy.restore()
    await page.getByText(/^Your connection is slow/).waitFor({ state: 'detached' })
    await eventually(async () => (await positionOf()) > before + 5)
    await waitForMotion(viewer)
    assert.equal((await healthOf()).video.lostBatches, 0)
  })

  test('viewers are told of an interruption and of the end', inRealTime, async () => {
    await using studio = await openStudio()
    const { page, testApp, watch } = studio
    await goLive(page)
    const viewer = await watch()
    await waitForMotion(viewer)
    const other = await page.context().newPage()
    await page.close()
    await other.goto('/studio')
    await viewer.getByText('No picture arrives from the streamer.').waitFor()
    await other.getByText(/^Nothing arrives\. The broadcast ends in \d+ s/).waitFor()
    await eventually(async () => {
      testApp.clock.advance(2_000)
      return (await viewer.getByText('Offline', { exact: true }).count()) === 1
    })
  })

  test('ends with the broadcast', inRealTime, async () => {
    await using studio = await openStudio()
    const { page, watch, liveOf, pageErrors } = studio
    await goLive(page)
    const viewer = await watch()
    await waitForMotion(viewer)
    await page.getByRole('button', { name: 'End broadcast' }).click()
    await dialogOf(page).getByRole('button', { name: 'End broadcast' }).click()
    await viewer.getByText('Offline', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Go live', exact: true }).waitFor()
    assert.equal(await liveOf(), null)
    assert.equal(await onAir(page).count(), 0)
    await page.reload()
    await page.getByRole('button', { name: 'Go live', exact: true }).and(page.locator(':enabled')).waitFor()
    assert.equal(await liveOf(), null)
    // A viewer may request the playlist of the live that has just ended.
    assert.deepEqual(
      pageErrors.filter((error) => !error.includes('status of 404')),
      [],
    )
  })

  test('shows a screen, and changes to the camera while it is on air', inRealTime, async () => {
    await using studio = await openStudio()
    const { page, watch, liveOf } = studio
    await openDialog(page)
    await dialogOf(page).getByText('Screen', { exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Choose a screen or a window' }).click()
    await dialogOf(page).getByRole('button', { name: 'Share something else' }).waitFor()
    await dialogOf(page).getByRole('button', { name: 'Go live', exact: true }).click()
    await onAir(page).waitFor()
    const { liveId } = await liveOf()
    const viewer = await watch()
    await waitForMotion(viewer)
    await page.getByRole('button', { name: 'Change devices' }).click()
    await dialogOf(page).getByText('Camera', { exact: true }).first().click()
    await dialogOf(page).getByLabel('Preview of your picture').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Apply' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await waitForMotion(viewer)
    assert.equal((await liveOf()).liveId, liveId)
  })
})

/** The colours of the picture in the list of lives; null: it is none of the video. */
const lookAt = (page: Page) =>
  page.evaluate(`(async () => {
    const { content } = await (await fetch('/console/v1/lives')).json()
    const address = content.data[0].liveThumbnailImageUrl.replace('{type}', '480')
    const response = await fetch(address)
    if (response.headers.get('content-type') !== 'image/jpeg') return null
    const picture = await createImageBitmap(await response.blob())
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, picture.width, picture.height)
    return { width: picture.width, height: picture.height, colours: new Set(new Uint32Array(data.buffer)).size }
  })()`) as Promise<{ width: number; height: number; colours: number } | null>

const isShown = async (page: Page) => {
  const picture = await lookAt(page)
  return picture !== null && picture.width === 480 && picture.height === 270 && picture.colours > 10
}

describe('the picture of a live', { skip }, () => {
  test('is sent by the page that broadcasts', options, async () => {
    await using studio = await openStudio()
    const { page, pageErrors } = studio
    await goLive(page)
    await eventually(() => isShown(page), { within: 30_000 })
    assert.deepEqual(pageErrors, [])
  })

  test('is taken from the preview of the studio when something else broadcasts', options, async () => {
    await using studio = await openStudio()
    const { page, testApp, channelId } = studio
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await signIn(page, '/studio')
    await eventually(() => isShown(page), { within: 40_000 })
  })
})

describe('the studio says why it cannot broadcast', { skip }, () => {
  for (const [name, script, text] of [
    ['a camera that is refused', failingCamera('NotAllowedError'), 'The browser does not allow this page the camera'],
    ['a camera that another program uses', failingCamera('NotReadableError'), 'Another program is using the camera'],
    ['no camera', failingCamera('NotFoundError'), 'No camera was found.'],
    [
      'a page without HTTPS',
      `Object.defineProperty(window, 'isSecureContext', { value: false })`,
      'only on pages with HTTPS',
    ],
    ['a browser without an encoder', `delete window.VideoEncoder`, 'cannot encode H.264'],
  ] as const)
    test(name, options, async () => {
      await using studio = await openStudio()
      const { page } = studio
      await page.addInitScript(script)
      await signIn(page, '/studio')
      await page.getByRole('button', { name: 'Go live', exact: true }).click()
      await dialogOf(page).getByText(text).waitFor()
    })

  test('a page that was loaded as another one is loaded again', options, async () => {
    await using studio = await openStudio()
    const { page } = studio
    await signIn(page, '/console/apps')
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/studio' })`)
    await page.getByRole('button', { name: 'Go live', exact: true }).click()
    await dialogOf(page).getByLabel('Preview of your picture').waitFor()
    assert.equal(new URL(page.url()).hash, '')
  })
})

describe('the watch page says why there is no picture', { skip }, () => {
  test('a browser that does not start videos', options, async () => {
    await using studio = await openTestLive()
    const { page, channelId } = studio
    await page.addInitScript(
      `HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    )
    await page.goto(`/watch/${channelId}`)
    await page.getByText('Your browser does not start videos by itself.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Play' }).first().waitFor()
  })

  test('a device without a network', options, async () => {
    await using studio = await openTestLive()
    const viewer = await studio.watch()
    await viewer.getByRole('button', { name: 'Statistics' }).waitFor()
    await viewer.context().setOffline(true)
    await viewer.getByText('Your device is offline.').waitFor()
    await viewer.context().setOffline(false)
    await viewer.getByText('Your device is offline.').waitFor({ state: 'detached' })
  })

  test('a stream that is cut', options, async () => {
    await using studio = await openTestLive()
    const viewer = await studio.watch()
    await viewer.getByRole('button', { name: 'Statistics' }).waitFor()
    const rules = [{ kind: 'stream-cut', delayMs: 10_000, count: 1 }]
    await studio.testApp.sandbox('PUT', '/faults', { rules })
    await viewer.getByText('No picture arrives from the streamer.').waitFor()
    await viewer.getByText('No picture arrives from the streamer.').waitFor({ state: 'detached' })
  })
})

/** Lets the browser answer as it does for a device that cannot be opened. */
function failingCamera(error: string): string {
  return `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${error}'))`
}

describe('accessibility of a live', { skip }, () => {
  for (const [profile, profileOptions] of browserProfiles)
    test(`in the studio and on the watch page: ${profile}`, inRealTime, async () => {
      await using studio = await openStudio(profileOptions)
      const { page, watch } = studio
      const isKorean = profileOptions.locale === 'ko-KR'
      const start = isKorean ? '방송 시작' : 'Go live'
      await signIn(page, '/studio')
      await page.getByRole('button', { name: start, exact: true }).click()
      await dialogOf(page)
        .getByLabel(isKorean ? '방송 화면 미리보기' : 'Preview of your picture')
        .waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await dialogOf(page).getByRole('button', { name: start, exact: true }).click()
      await page.getByText(isKorean ? '이 창에서 방송 중입니다.' : 'You broadcast from this window.').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      const viewer = await watch()
      await waitForMotion(viewer)
      assert.deepEqual(await findAccessibilityErrors(viewer), [])
    })
})

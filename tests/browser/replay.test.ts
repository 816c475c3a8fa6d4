import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  openTab,
  signIn,
  skip as noBrowser,
  visit,
} from '../support/clients/console-browser.ts'
import { decode, noEncoder, startEncoder } from '../support/clients/encoder.ts'
import { eventually } from '../support/eventually.ts'

const timeout = 120_000
const skip = noBrowser || noEncoder

/** The demo streamer's channel with a recording of 8 seconds, and what viewers wrote during it. */
async function openReplay() {
  await using opening = new AsyncDisposableStack()
  const { path: recordingsDir } = opening.use(createTempFolder())
  const settings = { videoLives: 5, rtmpPort: 0, recordingsDir }
  const browser = opening.use(await openBrowser({}, settings))
  const { testApp, demo, page } = browser
  const { channelId } = demo.streamer
  await signIn(page, '/studio/live')
  await page.getByRole('checkbox', { name: 'Record broadcasts' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  const setting = async () => (await (await page.request.get('/console/v1/live/setting')).json()).content
  await eventually(async () => (await setting()).isRecorded)
  const key = await getStreamKey(channelId, testApp.deps)
  await using encoder = startEncoder({ url: `${testApp.deps.videos.encoderUrl}/${key}`, seconds: 8, isLive: true })
  assert.equal(await encoder.exited, 0, await encoder.log)
  const { clock } = testApp
  const chat = (message: string) => testApp.act('chat', { channelId, byChannelId: demo.viewer.channelId, message })
  clock.advance(3_000)
  await chat('세 번째 초의 채팅')
  clock.advance(500)
  const { messageId } = await chat('가려질 채팅')
  clock.advance(2_500)
  await chat('여섯 번째 초의 채팅')
  const hidden = await page.request.delete(`/console/v1/channels/${channelId}/chat/${messageId}`, { data: {} })
  assert.equal(hidden.status(), 200)
  const list = async () =>
    (await testApp.call('GET', `/console/v1/channels/${channelId}/recordings`)).body.content.data as {
      recordingId: string
    }[]
  await eventually(async () => (await list()).length === 1)
  const [recording] = await list()
  const opened = opening.move()
  return { ...browser, channelId, recording, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Plays without sound until the picture has moved. */
const waitForMotion = (page: Page) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const deadline = Date.now() + 40_000
    const context = new OffscreenCanvas(64, 36).getContext('2d', { willReadFrequently: true })
    const pictures = new Set()
    const look = () => {
      const video = document.querySelector('video')
      if (video?.paused && pictures.size === 0) { video.muted = true; video.play().catch(() => {}) }
      if (video?.readyState >= 2) {
        context.drawImage(video, 0, 0, 64, 36)
        const pixels = context.getImageData(0, 0, 64, 36).data
        if (pixels.some((value, index) => index % 4 < 3 && value > 40)) pictures.add(pixels.join())
      }
      if (pictures.size >= 5) resolve(video.pause())
      else if (Date.now() > deadline) reject(new Error('no motion: ' + [pictures.size, video?.readyState, video?.error?.message, video?.currentTime]))
      else setTimeout(look, 100)
    }
    look()
  })`)

const seek = (page: Page, seconds: number) => page.evaluate(`document.querySelector('video').currentTime = ${seconds}`)
const screenshots = process.env['SCREENSHOTS']

describe('replay of a recorded live', { skip }, () => {
  let replay: Awaited<ReturnType<typeof openReplay>>
  before(async () => {
    replay = await openReplay()
  })
  after(() => replay[Symbol.asyncDispose]())

  test(
    'the channel lists it, its picture moves, and the chat is at its time without hidden messages',
    { timeout },
    async () => {
      const { channelId, demo, openPage, pageErrors } = replay
      const viewer = await openPage()
      await viewer.goto(`/watch/${channelId}`)
      const replays = viewer.getByRole('region', { name: 'Replays' })
      await replays.getByRole('link').click()
      await viewer.waitForURL(/\/replays\//)
      await waitForMotion(viewer)
      const duration = await viewer.evaluate<number>(`document.querySelector('video').duration`)
      assert.ok(Math.abs(duration - 8) < 0.2, `${duration} s`)
      const chat = viewer.getByRole('log')
      await seek(viewer, 1)
      await chat.getByText('No messages until here.').waitFor()
      await seek(viewer, 4)
      await chat.getByText('세 번째 초의 채팅').waitFor()
      assert.equal(await chat.getByText('여섯 번째 초의 채팅').count(), 0)
      await seek(viewer, 7)
      await chat.getByText('여섯 번째 초의 채팅').waitFor()
      assert.equal(await chat.getByRole('listitem').count(), 2, 'the hidden message is not there')
      const position = viewer.getByRole('slider', { name: 'Position in the video' })
      await position.press('Home')
      await chat.getByText('No messages until here.').waitFor()
      const { x, y, width } = (await position.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      await viewer.mouse.move(x + width / 2, y + 5)
      await viewer.getByText('0:04', { exact: true }).waitFor()
      const video = viewer.getByLabel('Video of the replay').and(viewer.locator('video'))
      await video.press('ArrowRight')
      await viewer.getByText('0:05 / 0:08').waitFor()
      await viewer.getByRole('combobox', { name: 'Speed' }).selectOption('2×')
      assert.equal(await viewer.evaluate(`document.querySelector('video').playbackRate`), 2)
      const { height } = (await video.boundingBox()) ?? { height: 0 }
      await video.press('t')
      await viewer.getByRole('button', { name: 'Theatre mode', pressed: true }).waitFor()
      assert.ok(((await video.boundingBox())?.height ?? 0) > height)
      await video.press('t')
      assert.deepEqual(await findAccessibilityErrors(viewer), [])
      assert.equal(
        await viewer.getByRole('button', { name: 'Delete' }).count(),
        0,
        `${demo.viewer.channelId} is a guest`,
      )
      assert.deepEqual(pageErrors, [])
    },
  )

  for (const [profile, options] of browserProfiles)
    test(`is readable and accessible: ${profile}`, { timeout }, async () => {
      const { channelId, recording, openPage } = replay
      const page = await openPage(options)
      await signIn(page, '/studio')
      for (const [name, path] of [
        ['channel', `/watch/${channelId}`],
        ['studio', '/studio/recordings'],
        ['settings', '/studio/live'],
        ['replay', `/watch/${channelId}/replays/${recording?.recordingId}`],
      ] as const) {
        await visit(page, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (name === 'replay') {
          await waitForMotion(page)
          await seek(page, 7)
          await page.getByText('여섯 번째 초의 채팅').waitFor()
          const last = await page.getByRole('button', { name: /^(Full screen|전체 화면)$/ }).boundingBox()
          assert.ok(last !== null && last.x + last.width <= (page.viewportSize()?.width ?? 0), JSON.stringify(last))
        }
        assert.deepEqual(await findAccessibilityErrors(page), [], name)
        if (screenshots === undefined) continue
        await mkdir(screenshots, { recursive: true })
        await page.waitForTimeout(700)
        await page.screenshot({ path: `${screenshots}/${name}-${profile.slice(0, 5)}.png` })
      }
    })

  test('the streamer deletes it in the studio, and its address says that there is none', { timeout }, async () => {
    const { page, channelId, recording } = replay
    await visit(page, '/studio/recordings')
    const row = page.getByRole('row').filter({ hasText: '0:08' })
    await row.getByRole('link').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await row.getByRole('button').last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing has been recorded yet.').waitFor()
    await page.request.patch('/console/v1/live/setting', { data: { isRecorded: false } })
    await page.reload()
    await page.getByText('Your broadcasts are not recorded.').waitFor()
    assert.equal(await page.getByText('Nothing has been recorded yet.').count(), 0, 'one sentence')
    await visit(page, `/watch/${channelId}/replays/${recording?.recordingId}`)
    await page.getByText('There is no such replay').waitFor()
  })

  test('a viewer makes a clip of a live, which plays and downloads, and deletes it', { timeout }, async () => {
    await using opening = new AsyncDisposableStack()
    const { path: recordingsDir } = opening.use(createTempFolder())
    await using browser = await openBrowser({}, { videoLives: 5, rtmpPort: 0, recordingsDir })
    const { testApp, demo, page, openPage, pageErrors } = browser
    const { channelId } = demo.streamer
    await signIn(page, '/studio/live')
    await page.getByRole('checkbox', { name: 'Allow clips' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    const setting = async () => (await (await page.request.get('/console/v1/live/setting')).json()).content
    await eventually(async () => (await setting()).allowsClips)
    const key = await getStreamKey(channelId, testApp.deps)
    await using encoder = startEncoder({ url: `${testApp.deps.videos.encoderUrl}/${key}`, seconds: 60, isLive: true })
    await eventually(() => {
      const rendition = testApp.deps.videos.findReceived(channelId)?.video.renditions[0]
      return (rendition?.window.duration ?? 0) >= 3e6
    })
    const viewer = await openPage()
    await signIn(viewer, `/watch/${channelId}`, 'viewer')
    await viewer.getByRole('button', { name: 'Clip' }).click()
    await viewer.getByText('Your clip is ready.').waitFor()
    if (screenshots !== undefined) await viewer.screenshot({ path: `${screenshots}/clip-made.png` })
    const clip = await openTab(viewer, viewer.getByRole('link', { name: 'Open the clip' }))
    await waitForMotion(clip)
    encoder.kill()
    const duration = await clip.evaluate<number>(`document.querySelector('video').duration`)
    assert.ok(duration > 2.5 && duration < 60, `${duration} s`)
    await clip.getByRole('slider', { name: 'Position in the video' }).press('Home')
    await clip.getByText('0:00 /').waitFor()
    await clip.keyboard.press('k')
    await clip.getByRole('button', { name: 'Pause' }).waitFor()
    await clip.keyboard.press('k')
    assert.deepEqual(await findAccessibilityErrors(clip), [])
    if (screenshots !== undefined) await clip.screenshot({ path: `${screenshots}/clip.png` })
    const [download] = await Promise.all([
      clip.waitForEvent('download'),
      clip.getByRole('link', { name: 'Download' }).click(),
    ])
    const { streams } = await decode(await download.path())
    assert.deepEqual(
      streams.map(({ codec }) => codec),
      ['h264', 'aac'],
    )
    await clip.getByRole('button', { name: 'Delete' }).click()
    await clip.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await clip.waitForURL(/\/watch\/[0-9a-f]+$/)
    assert.equal(await clip.getByRole('region', { name: 'Clips' }).count(), 0)
    assert.deepEqual(pageErrors, [])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { limits } from '@onair/contract'
import { updateLiveSetting } from '@onair/server/features/lives/live-settings.ts'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { invalidField } from '@onair/server/shared/refusal.ts'
import { startCodedEncoder } from '../../bench/video/encoders.ts'
import { watchScript, type Seen } from '../../bench/video/picture.ts'
import { openBrowser, signIn, skip as noBrowser } from '../support/clients/console-browser.ts'
import { noEncoder } from '../support/clients/encoder.ts'
import { load } from '../support/clients/video-upload.ts'
import { eventually } from '../support/eventually.ts'

const timeout = 180_000
const skip = noBrowser || noEncoder
const fps = 15
/** A player is two seconds behind. A machine that is busy with other tests may be ten times as slow. */
const mostFramesBehind = 20 * fps

/** The page renews addresses each second instead of each minute. */
const renewOftenScript = `{
  const own = globalThis.setInterval
  globalThis.setInterval = (callback, ms, ...rest) => own(callback, ms === 60_000 ? 1_000 : ms, ...rest)
}`

/** Counts the videos that the page begins. */
const countSourcesScript = `{
  const { createObjectURL } = URL
  globalThis.sources = 0
  URL.createObjectURL = (source) => (globalThis.sources++, createObjectURL(source))
}`

/** The demo streamer's channel, which only subscribers may watch and which is recorded, live from an encoder with a time code. */
async function openPrivateLive() {
  await using opening = new AsyncDisposableStack()
  const { path: recordingsDir } = opening.use(createTempFolder())
  const browser = opening.use(await openBrowser({}, { videoLives: 5, rtmpPort: 0, recordingsDir }))
  const { testApp, demo } = browser
  const { channelId } = demo.streamer
  const { clock, deps } = testApp
  await updateLiveSetting(channelId, { audience: 'SUBSCRIBERS', isRecorded: true }, invalidField, deps)
  const shown: number[] = []
  const url = `${deps.videos.encoderUrl}/${await getStreamKey(channelId, deps)}`
  const onShown = (time: number) => void shown.push(time)
  const encoder = opening.use(startCodedEncoder([url], { kbps: 400, gopSec: 1, height: 180, fps, onShown }))
  const ticking = setInterval(() => clock.advance(100), 100)
  opening.defer(() => clearInterval(ticking))
  await eventually(() => deps.videos.findReceived(channelId)?.video.isPlayable === true)
  const lastPacketAt = () => deps.videos.findReceived(channelId)?.video.health.lastPacketAt ?? 0
  const opened = opening.move()
  return {
    ...browser,
    channelId,
    encoder,
    shown,
    /** Moves the clock of the platform by more than the ticks do, while the encoder goes on. */
    async passTime(seconds: number) {
      for (let left = seconds; left > 0; left -= 2) {
        clock.advance(2_000)
        const now = clock.uptime()
        await eventually(() => lastPacketAt() >= now)
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Waits until the picture has moved on by a second. */
const waitForMotion = (page: Page) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const deadline = Date.now() + 60_000
    let from = null
    const look = () => {
      const video = document.querySelector('video')
      if (video?.readyState >= 2) from ??= video.currentTime
      if (from !== null && video?.currentTime > from + 1) resolve()
      else if (Date.now() > deadline) reject(new Error('no motion: ' + [video?.readyState, video?.currentTime, video?.paused]))
      else setTimeout(look, 100)
    }
    look()
  })`)

const onlySubscribers = 'Only subscribers may watch this channel. Subscribe to watch.'

describe('the video of a channel for subscribers', { skip }, () => {
  test(
    'opens with a subscription, goes on while its address is renewed, and its replay is as private',
    { timeout },
    async (t) => {
      await using live = await openPrivateLive()
      const { channelId, openPage, pageErrors, shown } = live
      const page = await openPage()
      await page.addInitScript(renewOftenScript + countSourcesScript)
      const addresses: string[] = []
      page.on('request', (request) => {
        const [address] = /^.*\/media\/v1\/t\.[\w-]+\//.exec(request.url()) ?? []
        if (address !== undefined && address !== addresses.at(-1)) addresses.push(address)
      })

      await t.test('is not shown before', async () => {
        await signIn(page, `/watch/${channelId}`, 'otherViewer')
        await page.getByText(onlySubscribers).waitFor()
        assert.equal(await page.locator('video').count(), 0)
        assert.deepEqual(addresses, [])
      })

      await t.test('plays after the viewer subscribed on the page, without a reload', async () => {
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
        await waitForMotion(page)
      })

      await t.test('shows what the encoder showed, in its order and not long after', async () => {
        const { times, unreadable, frames } = await page.evaluate<Seen>(watchScript(4))
        assert.ok(times.length > fps && unreadable < frames / 4, JSON.stringify({ frames, unreadable }))
        const positions = times.map((time) => shown.indexOf(time))
        assert.ok(
          positions.every((position) => position >= 0),
          'a frame that the encoder did not show',
        )
        assert.deepEqual(
          positions,
          positions.toSorted((a, b) => a - b),
        )
        const behind = shown.length - 1 - (positions.at(-1) ?? 0)
        t.diagnostic(`${behind} frames behind`)
        assert.ok(behind <= mostFramesBehind, `${behind} frames behind`)
      })

      await t.test('goes on when the address with which it began is over', async () => {
        const [first = ''] = addresses
        const sources = await page.evaluate(`globalThis.sources`)
        const current = () => addresses.at(-1) ?? ''
        assert.equal((await load(`${current()}0/index.m3u8`)).status, 200)
        for (let passed = 0; passed <= limits.playbackAddressSec; passed += 60) {
          const before = current()
          await live.passTime(60)
          await eventually(() => current() !== before)
        }
        assert.equal((await load(`${first}0/index.m3u8`)).status, 404)
        await waitForMotion(page)
        assert.equal((await load(`${current()}0/index.m3u8`)).status, 200)
        assert.equal(await page.evaluate(`globalThis.sources`), sources, 'the player did not begin anew')
      })

      await t.test('leaves a replay that asks who is no subscriber, and plays for one', async () => {
        await live.encoder[Symbol.asyncDispose]()
        const list = async () =>
          (await (await page.request.get(`/console/v1/channels/${channelId}/recordings`)).json()).content.data as {
            recordingId: string
          }[]
        // An encoder that was killed leaves its live open for a while.
        await eventually(async () => {
          live.testApp.clock.advance(1_000)
          return (await list()).length === 1
        })
        const path = `/watch/${channelId}/replays/${(await list())[0]?.recordingId}`
        const guest = await openPage()
        await guest.goto(path)
        await guest.getByText('This channel is private. Sign in to see whether you may watch it.').waitFor()
        await signIn(guest, path, 'viewer')
        await guest.getByText(onlySubscribers).waitFor()
        assert.equal(await guest.locator('video').count(), 0)
        await guest.getByRole('button', { name: 'Subscribe' }).click()
        await guest.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
        await guest.locator('video').waitFor({ state: 'attached' })
        await eventually(
          async () => Number(await guest.locator('video').evaluate((video: any) => video.readyState)) >= 2,
        )
      })
      // Requests that wait for the next part end with 503 when the clock moves.
      const expected = /status of (403|404|503)/
      assert.deepEqual(
        pageErrors.filter((error) => !expected.test(error)),
        [],
      )
    },
  )
})

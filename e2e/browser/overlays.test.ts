import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  type ConsoleBrowser,
} from '../../server/test/console-browser.ts'
import { eventually } from '../../server/test/eventually.ts'

const slowTest = { timeout: 180_000 }

/** Creates the URL of an overlay as the streamer, and opens it as OBS does: without cookies. */
async function openOverlay({ openPage }: ConsoleBrowser, studio: Page, kind: string) {
  const response = await studio.request.post(`/console/v1/overlays/${kind}/url`, { data: {} })
  const { overlayUrl } = (await response.json()).content
  const page = await openPage({ viewport: { width: 640, height: 360 } })
  await page.goto(overlayUrl)
  return { page, overlayUrl: String(overlayUrl) }
}

/** Waits until the connected sessions have this many subscriptions. */
async function waitForSubscriptions({ testApp }: ConsoleBrowser, count: number) {
  await eventually(async () => {
    const rows = await testApp.deps.db.read
      .selectFrom('session_subscription')
      .innerJoin('session', 'session.key', 'session_key')
      .where('disconnected_at', 'is', null)
      .select('id')
      .execute()
    assert.equal(rows.length, count)
  })
}

describe('overlays', { skip }, () => {
  test(
    'show chat as text, one alert per donation, a goal that grows and the last events, and end when the URL is replaced',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { testApp, page: studio, demo, pageErrors } = browser
      const act = (name: string, json: object) =>
        testApp.sandbox('POST', `/acts/${name}`, { channelId: demo.streamer.channelId, ...json })
      const donate = (payAmount: number, donationText: string) =>
        act('donate', { byChannelId: demo.viewer.channelId, payAmount, donationText })
      await signIn(studio, '/studio/overlays')
      const chat = await openOverlay(browser, studio, 'chat')
      const alerts = await openOverlay(browser, studio, 'alerts')
      const goal = await openOverlay(browser, studio, 'goal')
      const events = await openOverlay(browser, studio, 'events')
      await waitForSubscriptions(browser, 7)

      const html = '<img src=x onerror=alert(1)> hi'
      await act('chat', { byChannelId: demo.viewer.channelId, message: '!command' })
      await act('chat', { byChannelId: demo.viewer.channelId, message: html })
      await chat.page.locator('.line').waitFor()
      assert.deepEqual(await chat.page.locator('.line .text').allTextContents(), [html])
      assert.equal(await chat.page.locator('.line .text img').count(), 0)

      await donate(30_000, 'for the stream')
      await alerts.page.getByText(`${demo.viewer.channelName} donated ₩30,000!`).waitFor()
      await alerts.page.getByText('for the stream').waitFor()
      await goal.page.getByText('₩30,000 / ₩100,000').waitFor()
      await goal.page.getByText('30%').waitFor()
      await events.page.locator('.event').waitFor()
      await donate(20_000, '')
      await goal.page.getByText('₩50,000 / ₩100,000').waitFor()
      await eventually(async () => {
        assert.deepEqual(await events.page.locator('.event .value').allTextContents(), ['₩20,000', '₩30,000'])
      })
      await goal.page.reload()
      await goal.page.getByText('₩50,000 / ₩100,000').waitFor()
      assert.equal(await alerts.page.locator('.alert').count(), 1)
      const background = await chat.page.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(background, 'rgba(0, 0, 0, 0)')
      assert.deepEqual(pageErrors, [])

      const { page: second } = await openOverlay(browser, studio, 'chat')
      await chat.page.getByText('The URL of this overlay was replaced.').waitFor()
      await waitForSubscriptions(browser, 7)
      await act('chat', { byChannelId: demo.viewer.channelId, message: 'after' })
      await second.getByText('after').waitFor()
      assert.equal(await chat.page.locator('.line').count(), 0)
    },
  )

  test('an overlay connects again with a new session when its session ends', slowTest, async () => {
    await using browser = await openBrowser()
    const { testApp, page: studio, demo } = browser
    await signIn(studio, '/studio/overlays')
    const { page } = await openOverlay(browser, studio, 'chat')
    await waitForSubscriptions(browser, 1)
    const sessions = () =>
      testApp.deps.db.read.selectFrom('session').select('key').where('client_id', 'like', 'onair-%').execute()
    const [session] = await sessions()
    await testApp.sandbox('POST', `/sessions/${session?.key}/disconnect`, {})
    await eventually(async () => assert.equal((await sessions()).length, 2), { within: 10_000 })
    await waitForSubscriptions(browser, 1)
    await testApp.sandbox('POST', '/acts/chat', {
      channelId: demo.streamer.channelId,
      byChannelId: demo.viewer.channelId,
      message: 'back',
    })
    await page.getByText('back').waitFor()
  })
})

describe('studio overlays', { skip }, () => {
  test('the streamer creates a URL, sees the preview change with the settings, and saves them', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    await signIn(page, '/studio/overlays?overlay=alerts')
    await page.getByRole('button', { name: 'Create the URL' }).click()
    await page.getByText('It is shown only once.').waitFor()
    await page.getByText(/\/overlay\/alerts\?token=/).waitFor()
    const preview = page.frameLocator('iframe')
    await preview.getByText('Mina donated ₩10,000!').waitFor()
    await page.getByLabel('Text of a donation').fill('Wow {name}: {amount}')
    await page.getByLabel('Duration').fill('2')
    await page.getByRole('button', { name: 'Test donation' }).click()
    await preview.getByText('Wow Mina: 10,000').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: false }).first().waitFor()
    const { content } = await (await page.request.get('/console/v1/overlays')).json()
    assert.partialDeepStrictEqual(content.settings.alerts, { donationText: 'Wow {name}: {amount}', durationSec: 2 })
    assert.deepEqual(pageErrors, [])
  })

  for (const [name, options] of browserProfiles)
    test(`is accessible and fits the window: ${name}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page } = browser
      for (const kind of ['chat', 'alerts', 'goal', 'events']) {
        await signIn(page, `/studio/overlays?overlay=${kind}`)
        await page.frameLocator('iframe').locator('#overlay > *').first().waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], kind)
      }
    })
})

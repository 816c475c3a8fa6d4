import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openBrowser, signIn, skip, type ConsoleBrowser } from '../../server/test/console-browser.ts'

const slowTest = { timeout: 180_000 }

describe('page layout', { skip }, () => {
  let browser: ConsoleBrowser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser[Symbol.asyncDispose]())

  test('the selected tab is inside the window of a phone', slowTest, async () => {
    const { page, demo } = browser
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, `/console/apps/${demo.clientId}?tab=settings`)
    const tab = page.getByRole('tab', { selected: true })
    await page.locator('#delete').waitFor()
    const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {}
    assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`)
  })

  test('the watch page is not higher than the window', slowTest, async () => {
    const { page, testApp, demo } = browser
    const { channelId } = demo.streamer
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    const token = await browser.createGrant()
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    await browser.createCampaign({
      categoryId: category.categoryId,
      rewards: ['검', '방패'],
      watchMinutes: [30, 60],
    })
    await testApp.sandbox('POST', '/acts/go-live', { channelId })
    await page.setViewportSize({ width: 1280, height: 700 })
    await signIn(page, `/watch/${channelId}`, 'viewer')
    await page.getByText('0 of 30 min').waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollHeight <= window.innerHeight'))
  })
})

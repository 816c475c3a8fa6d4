import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openBrowser, signIn, skip, type ConsoleBrowser } from '../support/clients/console-browser.ts'

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

  test(
    'all pages have the header with the places of the site, the fonts and the theme of the account menu',
    slowTest,
    async () => {
      const { page } = browser
      await page.setViewportSize({ width: 1280, height: 800 })
      await signIn(page, '/console/apps')
      await page.getByRole('button', { name: /your account/ }).click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      for (const path of ['/console/apps', '/studio', '/watch', '/', '/sign-in', '/sandbox/mails', '/nope']) {
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        assert.deepEqual(await places.allTextContents(), ['Live screen', 'Watch', 'Studio', 'Developers'], path)
        assert.equal(await page.locator('.site-header .sandbox').textContent(), 'Sandbox', path)
        assert.equal(await page.evaluate(backgroundOf), 'rgb(16, 17, 20)', path)
        assert.deepEqual(await page.evaluate(loadFonts), ['Inter Variable', 'Pretendard Variable'], path)
      }
      // The name in the header does not wait for its menu.
      await page.route('**/account-menu-*.js', () => undefined)
      await page.goto('/studio')
      await page.getByRole('banner').locator('span > svg').waitFor()
      await page.unroute('**/account-menu-*.js')
      await page.context().clearCookies({ name: 'onair-theme' })
      browser.pageErrors.splice(0)
    },
  )

  test('nothing moves on a phone while the data of a page arrives', slowTest, async () => {
    const { testApp, demo } = browser
    const { channelId } = demo.streamer
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await testApp.sandbox('POST', '/actions/chat', { channelId, byChannelId: demo.viewer.channelId, message: 'hi' })
    const [event] = (await testApp.sandbox('GET', '/records?kind=event&size=1')).data
    const page = await browser.openPage({ viewport: { width: 390, height: 844 } })
    await signIn(page, '/watch')
    // The data arrives when the frame of the page has been painted.
    await page.route('**/{console,sandbox}/v1/**', async (route) => {
      await page.evaluate(painted).catch(() => undefined)
      await route.continue()
    })
    await page.addInitScript(countShifts)
    for (const path of [
      '/studio',
      '/watch',
      '/console/inspector',
      `/console/inspector?record=${event.position}`,
      ...['overview', 'scopes', 'webhook'].map((tab) => `/console/apps/${demo.clientId}?tab=${tab}`),
      ...['changelog', 'events', 'chat.sendMessage'].map((topic) => `/reference/${topic}`),
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const shift = await page.evaluate<number>('window.layoutShift')
      assert.ok(shift < 0.1, `${path}: ${shift}`)
    }
    await page.context().close()
  })

  test('what is typed before the search has loaded is searched for', slowTest, async () => {
    const page = await browser.openPage()
    await signIn(page, '/studio')
    await page.locator('h1').waitFor()
    const loaded = Promise.withResolvers<void>()
    await page.route('**/command-palette*.js', async (route) => {
      await loaded.promise
      await route.continue()
    })
    const section = page.getByRole('link', { name: 'Moderation', exact: true })
    await section.focus()
    await page.keyboard.press('Control+k')
    // As an input method does, such as that of Korean: without key events.
    await page.keyboard.insertText('stream')
    await page.keyboard.type(' ')
    loaded.resolve()
    await page.keyboard.type('k')
    const search = page.getByRole('dialog').getByRole('combobox')
    await search.and(page.locator('[value="stream k"]')).waitFor()
    await page.getByRole('option', { name: 'Stream key Studio' }).waitFor()
    await page.keyboard.press('Escape')
    await section.and(page.locator(':focus')).waitFor()
    await page.context().close()
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
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await page.setViewportSize({ width: 1280, height: 700 })
    await signIn(page, `/watch/${channelId}`, 'viewer')
    await page.getByText('0 of 30 min').waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollHeight <= window.innerHeight'))
  })
})

const backgroundOf = `getComputedStyle(document.body).backgroundColor`

/** The families of the fonts that the server sends for a Latin and a Korean letter. */
const loadFonts = `document.fonts.load('16px ' + getComputedStyle(document.body).fontFamily, 'a가')
  .then((faces) => faces.map(({ family }) => family.replaceAll('"', '')))`

const painted = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`

/** The sum of the layout shifts that no input caused: https://web.dev/articles/cls calls up to 0.1 good. */
const countShifts = `
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })`

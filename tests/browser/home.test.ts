import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPerson } from '@onair/server/features/accounts/create-person.ts'
import { goLive } from '@onair/server/features/lives/go-live.ts'
import { openChromium } from '../support/chromium.ts'
import { browserProfiles, findAccessibilityErrors, openBrowser, signIn, skip } from '../support/console-browser.ts'
import { connect } from '../support/session-client.ts'
import { openSandboxApp } from '../support/sandbox-app.ts'

describe('home page', { skip }, () => {
  test('of a sandbox shows a new event without a reload, and keeps what it shows', async () => {
    await using browser = await openBrowser()
    const { demo, page, pageErrors, testApp } = browser
    await page.goto('/')
    const { channelId } = demo.streamer
    const donation = { channelId, byChannelId: demo.viewer.channelId, payAmount: 3000, donationText: 'go!' }
    await testApp.sandbox('POST', '/actions/donate', donation)
    const row = page.getByRole('row', { name: /DONATION viewer_lee ₩3,000 “go!”/ })
    await row.waitFor()
    assert.match((await row.getByRole('link').getAttribute('href')) ?? '', /^\/console\/inspector\?record=\d+$/)
    const token = await browser.createGrant()
    const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
    using session = await connect(url)
    const subscribe = `/open/v1/sessions/events/subscribe/donation?sessionKey=${session.sessionKey}`
    await testApp.call('POST', subscribe, { token })
    await testApp.sandbox('POST', '/actions/donate', { ...donation, donationText: 'again' })
    await page.getByRole('row', { name: /DONATION viewer_lee ₩3,000 “again” → 하늘방송 → 1 socket/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /again/ }).count(), 1)
    await session.disconnect()
    await page
      .getByRole('row', {
        name: new RegExp(`closed ${demo.streamer.channelName} · .+ · ${session.sessionKey.slice(0, 8)}`),
      })
      .waitFor()
    await testApp.sandbox('POST', '/actions/go-live', { channelId, liveTitle: 'Kimchi stew' })
    await page.reload()
    await page.getByRole('region', { name: 'Live now' }).getByRole('link', { name: 'Kimchi stew' }).waitFor()
    for (const [name, options] of browserProfiles) {
      const other = await browser.openPage(options)
      await other.goto('/')
      assert.deepEqual(await findAccessibilityErrors(other), [], name)
    }
    assert.deepEqual(pageErrors, [])
  })

  test('of a sandbox shows the complete path of a call on a phone', async () => {
    await using browser = await openBrowser()
    const page = await browser.openPage({ viewport: { width: 390, height: 844 } })
    const path = '/open/v1/temporary-restrict-channels'
    await browser.testApp.call('POST', path)
    await page.goto('/')
    const name = page.getByRole('row', { name: `POST ${path}` }).locator('code')
    const isComplete = await name.evaluate((code) => {
      const { left, right } = code.getBoundingClientRect()
      const cell = code.closest('td')!.getBoundingClientRect()
      return left >= cell.left && right <= cell.right
    })
    assert.ok(isComplete)
    const lines = await name.evaluate((code) => code.getClientRects().length)
    assert.ok(lines > 1, 'the path breaks')
  })

  test('leads to the search of the console by a link and by Ctrl+K', async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    await page.goto('/')
    assert.equal(await page.getByRole('link', { name: 'Search' }).count(), 0, 'a guest has no search')
    await signIn(page, '/')
    for (const open of [
      () => page.keyboard.press('Control+k'),
      () => page.getByRole('link', { name: 'Search' }).click(),
    ]) {
      await page.goto('/')
      await open()
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await page.waitForURL((url) => url.pathname === '/watch' && url.search === '')
      await page.keyboard.press('Escape')
      await page.waitForURL((url) => url.pathname === '/')
    }
    assert.deepEqual(pageErrors, [])
  })

  test('of a site shows pictures of the live channels, leads to them, and searches', async () => {
    await using testApp = await openSandboxApp({ settings: { mode: 'production' } })
    const { channelId } = await createPerson({ channelName: 'chef', email: 'chef@example.com' }, testApp.deps)
    await goLive({ channelId, liveTitle: 'Kimchi stew together', simulatedViewers: 30 }, testApp.deps)
    await using chromium = await openChromium()
    for (const [name, options] of browserProfiles) {
      const context = await chromium.newContext({ locale: 'en-US', baseURL: testApp.url, ...options })
      const page = await context.newPage()
      await page.goto('/')
      const picture = page.locator('.picture img')
      await picture.scrollIntoViewIfNeeded()
      // Rejects if the picture does not load.
      await page.evaluate(`document.querySelector('.picture img').decode()`)
      assert.deepEqual(await findAccessibilityErrors(page), [], name)
      await page.getByRole('searchbox').fill('kimchi')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/?q=kimchi')
      await page.getByRole('link', { name: 'Kimchi stew together' }).click()
      await page.waitForURL(`**/watch/${channelId}`)
    }
  })
})

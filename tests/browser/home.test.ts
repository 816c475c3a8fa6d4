import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { goLive } from '@onair/server/features/lives/go-live.ts'
import { openChromium } from '../support/clients/chromium.ts'
import { browserProfiles, findAccessibilityErrors, skip } from '../support/clients/console-browser.ts'
import { openSandboxApp } from '../support/apps/sandbox-app.ts'

describe('home page', { skip }, () => {
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

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityErrors, openBrowser, skip } from '../support/clients/console-browser.ts'

const quotaPerAddress = 20

describe('watch page over the quota of its address', { skip }, () => {
  for (const [locale, message] of [
    ['en', 'Too many requests'],
    ['ko', '요청이 너무 많습니다'],
  ] as const)
    test(`says how long to wait, and then shows the channel (${locale})`, { timeout: 120_000 }, async () => {
      const options = { locale, viewport: { width: 360, height: 700 } }
      await using browser = await openBrowser(options, { quotaPerAddress })
      const { page, testApp, demo, pageErrors } = browser
      testApp.clock.advance(60_000)
      for (let count = 0; count < quotaPerAddress; count++) await fetch(`${testApp.url}/console/v1/visitor`)
      testApp.clock.advance(59_000)
      await page.goto(`/watch/${demo.streamer.channelId}`)
      await page.getByText(message).first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await findAccessibilityErrors(page), [])
      }
      testApp.clock.advance(1_000)
      await page.locator('main section').first().waitFor()
      assert.deepEqual(
        pageErrors.filter((error) => !error.includes('429')),
        [],
      )
    })
})

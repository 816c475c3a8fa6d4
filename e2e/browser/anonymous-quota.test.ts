import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccessibilityErrors, openBrowser, skip } from '../../server/test/console-browser.ts'

for (const [language, says] of [
  ['en', 'Too many requests from your network'],
  ['ko', '이 네트워크에서 보낸 요청이 너무 많습니다'],
] as const)
  test(
    `a guest whose network asked too often is told how long to wait, and then sees the channel (${language})`,
    { skip },
    async () => {
      const settings = { quotaPerAddress: 20 }
      await using browser = await openBrowser({ locale: language, viewport: { width: 360, height: 700 } }, settings)
      const { page, testApp, complaints: pageErrors } = browser
      const { demo } = await testApp.sandbox('GET', '')
      const { channelId } = demo.people[0]
      testApp.clock.advance(60_000)
      for (let nth = 0; nth < 20; nth++) await fetch(`${testApp.url}/console/v1/visitor`)
      testApp.clock.advance(59_000)
      await page.goto(`/watch/${channelId}`)
      await page.getByText(says).first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await findAccessibilityErrors(page), [])
      }
      testApp.clock.advance(1_000)
      await page.locator('.watch_page').waitFor()
      assert.deepEqual(
        pageErrors.filter((text) => !text.includes('429')),
        [],
      )
    },
  )

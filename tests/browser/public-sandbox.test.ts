import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxSecret } from '@onair/sandbox/demo/sandbox-secret.ts'
import { browserProfiles, findAccessibilityErrors, openBrowser, skip } from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }
const publicSandbox = { sandboxPublic: true }

describe('public sandbox', { skip }, () => {
  test('asks for its secret, and with it offers the inspector and demo sign-in', slowTest, async () => {
    await using browser = await openBrowser({}, publicSandbox)
    const { page, demo, testApp, pageErrors } = browser
    await page.goto('/sign-in?back=/console/inspector')
    const demoSignIn = page.getByRole('button', { name: demo.streamer.channelName })
    await page.getByRole('heading', { name: 'This sandbox is public' }).waitFor()
    assert.equal(await demoSignIn.count(), 0)

    await page.getByRole('link', { name: 'Enter the secret' }).click()
    await page.getByLabel('Secret of the sandbox').fill('a'.repeat(43))
    await page.getByRole('button', { name: 'Open the sandbox' }).click()
    await page.getByText('This is not the secret of the sandbox.').waitFor()
    await page.getByLabel('Secret of the sandbox').fill(sandboxSecret(testApp.deps) ?? '')
    await page.getByRole('button', { name: 'Open the sandbox' }).click()
    await testApp.call('GET', '/open/v1/users/me')
    await demoSignIn.click()
    await page.waitForURL('**/console/inspector')
    await page.getByText('/open/v1/users/me').first().waitFor()
    await page.getByRole('link', { name: 'Trigger pad' }).waitFor()
    assert.deepEqual(
      pageErrors.filter((error) => !/400/.test(error)),
      [],
    )
  })

  for (const [profile, options] of browserProfiles)
    test(`without the secret, has no tools and no accessibility errors (${profile})`, slowTest, async () => {
      await using browser = await openBrowser(options, publicSandbox)
      const { page, pageErrors, testApp } = browser
      for (const path of ['/', '/sign-in', '/forgot-password', '/sandbox/access']) {
        await page.goto(path)
        assert.deepEqual(await findAccessibilityErrors(page), [], path)
      }
      await page.goto('/console/trigger')
      await page.waitForURL('**/sandbox/access?back=%2Fconsole%2Ftrigger')
      for (const path of ['/sandbox/v1', '/sandbox/v1/records'])
        assert.equal((await page.request.get(path)).status(), 401, path)
      await page.goto('/sign-up')
      await page.locator('#channelName').fill('개발자')
      await page.locator('#email').fill('developer@example.com')
      await page.locator('#password').fill('a long password')
      await page.locator('form button').last().click()
      await page.waitForURL((url) => url.pathname !== '/sign-up')
      await testApp.call('GET', '/open/v1/users/me')
      await page.goto('/console/inspector')
      await page.locator('h1').waitFor()
      await page.locator('span.sandbox a[href="/sandbox/access?back=%2Fconsole%2Finspector"]').waitFor()
      assert.equal(await page.getByText('/open/v1/users/me').count(), 0)
      assert.deepEqual(await findAccessibilityErrors(page), [])
      assert.deepEqual(pageErrors, [])
    })
})

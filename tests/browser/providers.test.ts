import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openIdentityTestApp } from '../support/apps/identity-test-app.ts'
import { openChromium } from '../support/clients/chromium.ts'
import { browserProfiles, findAccessibilityErrors, skip } from '../support/clients/console-browser.ts'

describe('sign-in providers', { skip }, () => {
  for (const [name, options] of browserProfiles)
    test(
      `a person signs up with a provider, confirms by it, and sets a password: ${name}`,
      { timeout: 120_000 },
      async () => {
        await using closing = new AsyncDisposableStack()
        const testApp = closing.use(await openIdentityTestApp({ signsIn: true }))
        const browser = closing.use(await openChromium())
        const page = await (await browser.newContext({ ...options, locale: 'en-US' })).newPage()
        const errors: string[] = []
        const check = async (place: string) =>
          errors.push(...(await findAccessibilityErrors(page)).map((error) => `${place}: ${error}`))
        const enterAs = async (at: typeof page) => {
          await at.waitForURL(`${testApp.issuer}/who/*`)
          await at.getByRole('textbox').fill('alice')
          await at.getByRole('button', { name: 'I am' }).click()
        }

        await page.goto(`${testApp.url}/sign-in?back=/account`)
        await check('sign-in')
        await page.getByRole('button', { name: 'Continue with Company' }).click()
        await enterAs(page)
        await page.waitForURL(`${testApp.url}/sign-up/with-provider?*`)
        await check('sign-up')
        await page.getByLabel('Channel name').fill('Alice')
        assert.equal(await page.getByLabel('Email address').inputValue(), 'alice@example.com')
        await page.getByRole('button', { name: 'Sign up' }).click()
        await page.waitForURL(`${testApp.url}/account`)

        const form = page.getByRole('form', { name: 'Set a password' })
        await form.getByLabel('New password').fill('a better password')
        await check('account')
        testApp.clock.advance(601_000)
        await form.getByRole('button', { name: 'Set password' }).click()
        const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
        await dialog.waitFor()
        await check('confirmation')
        const [opened] = await Promise.all([
          page.waitForEvent('popup'),
          dialog.getByRole('button', { name: 'Sign in at Company again' }).click(),
        ])
        await enterAs(opened)
        await page.getByText('The password is changed.').waitFor()
        assert.equal(await dialog.count(), 0)

        await page.getByRole('button', { name: 'Unlink: Company' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
        await page.getByRole('button', { name: 'Link: Company' }).click()
        // The provider still knows the person.
        await page.waitForURL(`${testApp.url}/account#providers`)
        await page.getByRole('button', { name: 'Unlink: Company' }).waitFor()
        assert.deepEqual(errors, [])
      },
    )
})

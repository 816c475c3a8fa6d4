import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  signInWith,
  skip,
} from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }
const minute = 60_000
const password = 'onair-demo'

describe('account page', { skip }, () => {
  test('changes the password, ends sessions, and downloads the data', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, openPage, pageErrors, demo } = browser
    const other = await openPage({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604.1' })
    await signIn(other, '/account', 'viewer')
    await signIn(page, '/watch', 'viewer')
    await page.getByRole('button', { name: `${demo.viewer.channelName}, your account` }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByText('Safari on iPhone').waitFor()
    await page.getByRole('button', { name: 'End session: Safari on iPhone' }).click()
    await page.getByText('Safari on iPhone').waitFor({ state: 'detached' })
    await other.reload()
    await other.waitForURL('**/sign-in?**')

    await page.getByLabel('Current password').fill('wrong password')
    await page.getByLabel('New password').fill('a better password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('Also end the access of connected applications and overlays').check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is changed.').waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download your data' }).click(),
    ])
    const data = JSON.parse(await readFile(await download.path(), 'utf8'))
    assert.equal(data.account[0].email, demo.viewer.email)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    assert.deepEqual(
      pageErrors.filter((error) => !/400|401/.test(error)),
      [],
    )
  })

  test('renames the channel, and the header shows the new name', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors, demo } = browser
    await signIn(page, '/account', 'viewer')
    await page.getByRole('button', { name: `${demo.viewer.channelName}, your account` }).waitFor()
    const name = page.getByRole('textbox', { name: 'Channel name', exact: true })
    await name.fill(' ')
    await page.getByRole('button', { name: 'Save' }).and(page.locator('[data-disabled]')).waitFor()
    await name.fill('a new name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'a new name, your account' }).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('changes the email address with the password, and refuses one that is taken', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors, demo } = browser
    await signIn(page, '/account', 'viewer')
    const form = page.getByRole('form', { name: 'Change email address' })
    const change = async (email: string) => {
      await form.getByLabel('New email address').fill(email)
      await form.getByRole('textbox', { name: 'Password' }).fill(password)
      await form.getByRole('button', { name: 'Change email address' }).click()
    }
    await change(demo.streamer.email)
    await form.getByText('An account with this email address already exists.').waitFor()
    await change('new@example.com')
    await form.getByText('You sign in with new@example.com now.').waitFor()
    await page.getByRole('region', { name: 'Your account' }).getByText('new@example.com').waitFor()
    assert.deepEqual(
      pageErrors.filter((error) => !/400/.test(error)),
      [],
    )
  })

  test('the stream key asks for the password 10 minutes after it was entered', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    const login = { email: 'key@onair.test', password: 'a long enough password' }
    await testApp.sandbox('POST', '/people', { channelName: '열쇠', ...login })
    await signInWith(page, '/account', login)
    await page.locator('ul[aria-labelledby=sessions]').waitFor()
    // The clock would run past the deadline of a request that is under way.
    await page.goto('about:blank')
    testApp.clock.advance(10 * minute + 1)
    await page.goto('/studio/key')
    const dialog = page.getByRole('dialog', { name: 'Enter your password again' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await dialog.getByRole('textbox', { name: 'Password' }).fill(login.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Copy: Stream key' }).waitFor()
    assert.deepEqual(
      pageErrors.filter((error) => !/400|403/.test(error)),
      [],
    )
  })

  test(
    'a demo user, who entered with a click, is not asked for the password, and sees it where it is needed',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, pageErrors } = browser
      await signIn(page, '/account')
      await page.getByText(`Demo users have the password ${password} until it is changed.`).first().waitFor()
      await page.goto('about:blank')
      testApp.clock.advance(10 * minute + 1)
      await page.goto('/studio/key')
      await page.getByRole('button', { name: 'Copy: Stream key' }).waitFor()
      assert.deepEqual(
        pageErrors.filter((error) => !/403/.test(error)),
        [],
      )
    },
  )

  test('deletes the account after its name and the password', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, demo, testApp } = browser
    await signIn(page, '/account', 'streamer')
    const button = page.getByRole('button', { name: 'Delete account' })
    await page.getByText('Your channel with its 3 followers, 1 subscriber').waitFor()
    await page
      .getByLabel(`To confirm, type the channel name: ${demo.streamer.channelName}`)
      .fill(demo.streamer.channelName)
    assert.equal(await button.isDisabled(), true)
    const form = page.locator('form', { has: button })
    await form.getByRole('textbox', { name: 'Password' }).fill(password)
    await button.click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    const { status } = await testApp.call('GET', `/console/v1/channels/${demo.streamer.channelId}`)
    assert.equal(status, 404)
  })

  for (const [profile, options] of browserProfiles)
    test(`has no accessibility errors (${profile})`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, pageErrors } = browser
      await signIn(page, '/account')
      await page.locator('ul[aria-labelledby=sessions]').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      assert.deepEqual(pageErrors, [])
    })
})

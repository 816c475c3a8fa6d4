import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { authenticatorCode } from '../support/clients/authenticator-app.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signInWith,
  signOut,
  skip,
  type ConsoleBrowser,
} from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }
const minute = 60_000
const login = { email: 'person@onair.test', password: 'a long enough password' }

async function createPerson({ testApp }: ConsoleBrowser) {
  await testApp.sandbox('POST', '/people', { channelName: '열쇠', ...login })
}

const secretIn = async (page: Page) => (await page.locator('code', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? ''

/** Signs in with the form of the page, which leads to the page of the code. */
async function enterPassword(page: Page) {
  await page.goto('/sign-in?back=/account')
  await page.getByLabel('Email').fill(login.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(login.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A device that keeps passkeys, whose user is verified at once. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setUserVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const withoutRefusals = (errors: string[]) => errors.filter((error) => !/400|403/.test(error))

describe('two-step verification', { skip }, () => {
  test('is turned on with the code of an app, asked for at sign-in, and turned off', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, openPage, pageErrors } = browser
    await createPerson(browser)
    await signInWith(page, '/account', login)
    const card = page.getByRole('region', { name: 'Two-step verification' })
    await card.getByRole('button', { name: 'Set up two-step verification' }).click()
    await card.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = await secretIn(page)
    const enterCode = async (code: string) => {
      await card.getByRole('textbox', { name: 'Code' }).fill(code)
      await card.getByRole('button', { name: 'Turn on' }).click()
    }
    await enterCode('12345')
    await card.getByText('The code is wrong, or was used before.').waitFor()
    await enterCode(authenticatorCode(secret, testApp.clock.now()))
    const codes = card.getByRole('list', { name: 'Save your recovery codes' }).getByRole('listitem')
    await codes.nth(9).waitFor()
    const recoveryCode = (await codes.first().textContent()) ?? ''
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await card.getByRole('button', { name: 'I have saved them' }).click()
    await card.getByText('10 recovery codes left').waitFor()

    const other = await openPage()
    await enterPassword(other)
    await other.getByRole('heading', { name: 'Two-step verification' }).waitFor()
    assert.deepEqual(await findAccessibilityErrors(other), [])
    await other.getByLabel('Code').fill('000000')
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByText('The code is wrong, or was used before.').waitFor()
    await other.getByLabel('Code').fill(recoveryCode)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByText('9 recovery codes left').waitFor()

    await page.goto('about:blank')
    testApp.clock.advance(minute)
    await page.goto('/account')
    await card.getByRole('button', { name: 'Turn off…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step verification?' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(login.password)
    await dialog.getByLabel('Code').fill(authenticatorCode(secret, testApp.clock.now()))
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await card.getByRole('button', { name: 'Set up two-step verification' }).waitFor()
    assert.deepEqual(withoutRefusals(pageErrors), [])
  })
})

describe('passkeys', { skip }, () => {
  test('are added, sign in, confirm a secret, and are removed', slowTest, async () => {
    await using browser = await openBrowser({}, { host: 'localhost' })
    const { page, testApp, pageErrors } = browser
    await createPerson(browser)
    const device = await addDevice(page)
    await signInWith(page, '/account', login)
    const card = page.getByRole('region', { name: 'Passkeys' })
    await device.setUserVerified(false)
    await card.getByLabel('Name of the new passkey').fill('Work laptop')
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('No passkey was created. Try again.').waitFor()
    await device.setUserVerified(true)
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('Work laptop').waitFor()
    await card.getByText('not used yet').waitFor()
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('This device has a passkey for your account already.').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])

    await signOut(page)
    await page.goto('/sign-in?back=/account')
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await device.setUserVerified(false)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not used.').waitFor()
    await device.setUserVerified(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await card.getByText('Last used').waitFor()

    await page.goto('about:blank')
    testApp.clock.advance(11 * minute)
    await page.goto('/studio/key')
    const dialog = page.getByRole('dialog', { name: 'Enter your password again' })
    await dialog.locator('input:focus').waitFor()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Copy: Stream key' }).waitFor()

    // With the password alone, the second factor is asked for.
    await signInWith(page, '/account', login)
    await card.getByRole('button', { name: 'Remove: Work laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await card.getByText('Work laptop').waitFor({ state: 'detached' })
    await signOut(page)
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey could not be verified.').waitFor()
    assert.deepEqual(withoutRefusals(pageErrors), [])
  })

  test('are not offered where browsers keep none, and the account page says why', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    await createPerson(browser)
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
    await signInWith(page, '/account', login)
    const { host } = new URL(testApp.url)
    await page.getByText(`Browsers keep no passkeys for the address ${host}.`).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  for (const [profile, options] of browserProfiles)
    test(`have an account page without accessibility errors (${profile})`, slowTest, async () => {
      await using browser = await openBrowser(options, { host: 'localhost' })
      const { page, pageErrors } = browser
      await createPerson(browser)
      await addDevice(page)
      await signInWith(page, '/account', login)
      const card = page.locator('section[aria-labelledby=passkeys]')
      await card.locator('button[type=submit]').click()
      await card.locator('ul[aria-labelledby=passkeys] li').waitFor()
      await page.locator('section[aria-labelledby=two-step] button').click()
      await page.locator('section[aria-labelledby=two-step] svg[role=img]').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      assert.deepEqual(pageErrors, [])
    })
})

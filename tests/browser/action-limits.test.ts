import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { actionLimits } from '@onair/contract'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
} from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }

/** Calls the console API from the page, as the person who is signed in there. */
async function callTimes(page: Page, times: number, method: string, path: string, body: object) {
  const statuses = await page.evaluate<number[]>(
    `Promise.all(Array.from({ length: ${times} }, () => fetch('/console/v1${path}', {
      method: '${method}', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify(body)}',
    }).then(({ status }) => status)))`,
  )
  assert.deepEqual([...new Set(statuses)], [200])
}

/** A page whose timers the test moves together with the clock of the server. */
async function openSignedIn(path: (channelId: string) => string, options = {}) {
  const browser = await openBrowser(options)
  const { page, demo, testApp } = browser
  const { channelId } = demo.streamer
  await page.clock.install()
  await signIn(page, path(channelId), 'viewer')
  const advance = async (seconds: number) => {
    testApp.clock.advance(seconds * 1_000)
    await page.clock.fastForward(seconds * 1_000)
  }
  return { ...browser, channelId, advance }
}

describe('limits of actions on the pages', { skip }, () => {
  test('the chat input counts down to the next message', slowTest, async () => {
    await using browser = await openSignedIn((channelId) => `/watch/${channelId}`)
    const { page, channelId, advance } = browser
    const input = page.getByLabel('Send a message')
    await input.waitFor()
    const { count, seconds } = actionLimits.sendMessage
    await callTimes(page, count, 'POST', `/channels/${channelId}/chat`, { message: 'hello' })
    await input.fill('one more')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/You are sending messages too fast. You can chat again in \d+ second/).waitFor()
    const button = page.getByRole('region', { name: 'Chat', exact: true }).locator('button[type=submit]')
    assert.match(await button.innerText(), /^\d+$/)
    assert.ok(await button.isDisabled())
    await advance(seconds)
    await page.getByRole('button', { name: 'Send', exact: true }).and(page.locator(':enabled')).click()
    await page.getByRole('log').getByText('one more').waitFor()
  })

  test('the follow button says when to try again', slowTest, async () => {
    await using browser = await openSignedIn((channelId) => `/watch/${channelId}`)
    const { page, channelId, advance } = browser
    const follow = page.getByRole('button', { name: 'Follow', exact: true })
    await follow.waitFor()
    await callTimes(page, actionLimits.follow.count, 'DELETE', `/channels/${channelId}/follow`, {})
    await follow.click()
    const alert = page.getByRole('alert').filter({ hasText: 'You can try again in' })
    await alert.waitFor()
    assert.ok(await follow.isDisabled())
    await advance(actionLimits.follow.seconds)
    await follow.and(page.locator(':enabled')).waitFor()
    assert.equal(await alert.count(), 0)
    await follow.click()
    await page.getByRole('button', { name: 'Following' }).waitFor()
  })

  test('the donation dialog says when to try again, and keeps the donation', slowTest, async () => {
    await using browser = await openSignedIn((channelId) => `/watch/${channelId}`)
    const { page, channelId, advance } = browser
    await page.getByRole('button', { name: 'Donate' }).click()
    await callTimes(page, actionLimits.donate.count, 'POST', `/channels/${channelId}/donations`, { payAmount: 1 })
    await page.getByLabel('Amount').fill('5000')
    const submit = page.getByRole('button', { name: 'Donate ₩5,000' })
    await submit.click()
    await page.getByRole('alert').getByText('You can try again in').first().waitFor()
    assert.ok(await submit.isDisabled())
    await advance(actionLimits.donate.seconds)
    await submit.and(page.locator(':enabled')).click()
    await page.getByRole('log').getByText('₩5,000').waitFor()
  })

  for (const [name, options] of browserProfiles)
    test(`the registration says when to try again (${name})`, slowTest, async () => {
      await using browser = await openSignedIn(() => '/console/apps/new', options)
      const { page, advance } = browser
      const inputs = page.locator('form input[required]')
      await inputs.first().fill('my bot')
      await inputs.nth(1).fill('http://127.0.0.1:9/callback')
      const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', scopes: [] }
      await callTimes(page, actionLimits.registerApp.count, 'POST', '/apps', app)
      const submit = page.locator('form button[type=submit]')
      await submit.click()
      await page
        .getByRole('alert')
        .getByText(/try again in \d+ seconds|\d+초 후 다시 시도/)
        .first()
        .waitFor()
      assert.ok(await submit.isDisabled())
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await advance(actionLimits.registerApp.seconds)
      await submit.and(page.locator(':enabled')).click()
      await page.getByText('CLIENT_ID=').waitFor()
    })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import {
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  browserProfiles,
} from '../../server/test/console-browser.ts'
import { connect } from '../../server/test/session-client.ts'

const slowTest = { skip, timeout: 120_000 }

/** The demo's streamer, who allowed the demo application something, or nothing yet. */
async function openConnectionsPage(options: BrowserContextOptions = {}) {
  const browser = await openBrowser(options)
  const { testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const { channelId } = demo.people[0]
  const createGrant = async (): Promise<string> =>
    (await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })).accessToken
  return { ...browser, channelId, allow: createGrant, demo }
}

test('consent that is withdrawn on the page is heard on the socket, and the token is refused', slowTest, async () => {
  await using browser = await openConnectionsPage()
  const { page, testApp, allow, channelId, complaints: pageErrors } = browser
  const token = await allow()
  const call = (method: string, path: string) => testApp.call(method, `/open/v1${path}`, { token })
  using client = await connect((await call('GET', '/sessions/auth')).body.content.url)
  await call('POST', `/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`)
  await client.next()

  await page.goto('/')
  await page.locator('.people button').first().click()
  await page.getByRole('link', { name: 'View and disconnect' }).click()
  await page.getByRole('heading', { name: 'Demo application' }).waitFor()
  await page.getByText('Receive the chat messages of your channel').waitFor()
  await page.getByRole('button', { name: 'Disconnect Demo application' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Its open socket receives a “revoked” message').waitFor()
  await dialog.getByText('All its tokens for your account are revoked immediately.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await call('GET', '/users/me')).status, 200)

  await page.getByRole('button', { name: 'Disconnect Demo application' }).click()
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('heading', { name: 'No connected applications' }).waitFor()
  const data = { eventType: 'CHAT', channelId }
  assert.deepEqual(await client.next(), ['SYSTEM', { type: 'revoked', data }])
  const { status, body } = await call('GET', '/users/me')
  assert.deepEqual([status, body.message], [401, 'INVALID_TOKEN'])
  assert.deepEqual(pageErrors, [])
})

test(
  'what was allowed is told as the consent page told it, seeing and changing apart, the stream key as risky',
  slowTest,
  async () => {
    await using browser = await openConnectionsPage()
    const { page, demo, complaints: pageErrors } = browser
    const readScopeGroups = (within: string) =>
      page.locator(within).evaluateAll((found) =>
        found.map((part) => ({
          title: part.querySelector('h2, h3')?.textContent,
          scopes: [...part.querySelectorAll('li')].map((line) => [
            line.className.replace('scope-list_', ''),
            line.textContent.replaceAll(/\s/g, ''),
          ]),
        })),
      )
    const asked = new URLSearchParams({ clientId: demo.clientId, redirectUri: demo.redirectUri, state: 'x' })
    await signIn(page, `/account-interlock?${String(asked)}`)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    const consentGroups = await readScopeGroups('section.group')
    assert.deepEqual(
      consentGroups.map(({ title }) => title),
      ['See', 'Change'],
    )
    assert.equal(consentGroups.flatMap(({ scopes }) => scopes).filter(([kind]) => kind === 'risky').length, 1)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.goto('/connections')
    await page.getByRole('heading', { name: 'See' }).waitFor()
    assert.deepEqual(await readScopeGroups('.scope-list_list > div'), consentGroups)
    assert.deepEqual(pageErrors, [])
  },
)

test(
  'an application that is allowed while the page is open shows up, with its first and last use',
  slowTest,
  async () => {
    await using browser = await openConnectionsPage()
    const { page, testApp, allow, complaints: pageErrors } = browser
    await signIn(page, '/connections')
    await page.getByRole('heading', { name: 'No connected applications' }).waitFor()
    const token = await allow()
    await page.getByRole('heading', { name: 'Demo application' }).waitFor()
    assert.equal(await page.getByText('never').count(), 2)
    await testApp.call('GET', '/open/v1/users/me', { token })
    testApp.clock.advance(5_000)
    await page.getByText('never').first().waitFor({ state: 'detached' })
    assert.equal(await page.locator('dd time').count(), 3)
    assert.deepEqual(pageErrors, [])
  },
)

test('the name of who is signed in leads to their connections and out, by the keyboard', slowTest, async () => {
  await using browser = await openConnectionsPage()
  const { page, complaints: pageErrors } = browser
  await signIn(page, '/studio')
  const menu = page.getByRole('button', { name: /your account/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Connected applications' }).waitFor()
  assert.deepEqual(await findAccessibilityErrors(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/connections')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.goto('/connections')
  await page.waitForURL('**/sign-in?back=*')
  assert.ok(pageErrors.every((complaint) => complaint.includes('401')))
})

for (const [way, options] of browserProfiles)
  test(`nothing on the page of connected applications keeps people out ${way}`, slowTest, async () => {
    await using browser = await openConnectionsPage(options)
    const { page, allow, complaints } = browser
    await signIn(page, '/connections')
    await page.locator('.layout_emptyState').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await allow()
    await page.locator('.connections_head').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.locator('.connections_head').getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.goto('/')
    assert.deepEqual(await findAccessibilityErrors(page), [])
    assert.deepEqual(complaints, [])
  })

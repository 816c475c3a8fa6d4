import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
} from '../support/clients/console-browser.ts'
import { connect } from '../support/clients/session-client.ts'

const slowTest = { timeout: 120_000 }

describe('connected applications', { skip }, () => {
  test('disconnecting an application sends `revoked` to its sessions and revokes its tokens', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const token = await browser.createGrant()
    const call = (method: string, path: string) => testApp.call(method, `/open/v1${path}`, { token })
    using client = await connect((await call('GET', '/sessions/auth')).body.content.url)
    await call('POST', `/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`)
    await client.next()

    await page.goto('/sign-in?back=/connections')
    await page.locator('.people button').first().click()
    await page.getByRole('heading', { name: 'Demo application' }).waitFor()
    await page.getByText(/^\d+ permissions Risky$/).click()
    await page.getByText('Receive the chat messages of your channel').waitFor()
    await page.getByRole('button', { name: 'Disconnect Demo application' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It gets no more events of your channel. It has 1 open session now.').waitFor()
    await dialog.getByText('It loses access to your channel immediately.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await call('GET', '/users/me')).status, 200)

    await page.getByRole('button', { name: 'Disconnect Demo application' }).click()
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByRole('heading', { name: 'No connected applications' }).waitFor()
    const data = { eventType: 'CHAT', channelId: demo.streamer.channelId }
    assert.deepEqual(await client.next(), ['SYSTEM', { type: 'revoked', data }])
    const { status, body } = await call('GET', '/users/me')
    assert.deepEqual([status, body.message], [401, 'INVALID_TOKEN'])
    assert.deepEqual(pageErrors, [])
  })

  test('the scopes of an application are grouped and marked as on its consent page', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, demo, pageErrors } = browser
    const readScopeGroups = (selector: string) =>
      page.locator(selector).evaluateAll((groups) =>
        groups.map((group) => ({
          title: group.querySelector('h2, h3')?.textContent,
          scopes: [...group.querySelectorAll('li')].map((scope) => [
            scope.className,
            scope.textContent.replaceAll(/\s/g, ''),
          ]),
        })),
      )
    const query = new URLSearchParams({ clientId: demo.clientId, redirectUri: demo.redirectUri, state: 'x' })
    await signIn(page, `/account-interlock?${String(query)}`)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    const consentGroups = await readScopeGroups('section.group')
    assert.deepEqual(
      consentGroups.map(({ title }) => title),
      ['Read (11)', 'Change (5)'],
    )
    assert.equal(consentGroups.flatMap(({ scopes }) => scopes).filter(([kind]) => kind === 'risky').length, 1)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.goto('/connections')
    await page.getByText(/^\d+ permissions/).click()
    await page.getByRole('heading', { name: 'Read (11)' }).waitFor()
    assert.deepEqual(await readScopeGroups('details div:has(> h3)'), consentGroups)
    assert.deepEqual(pageErrors, [])
  })

  test('a new application appears on the open page, with its first and last use', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    await signIn(page, '/connections')
    await page.getByRole('heading', { name: 'No connected applications' }).waitFor()
    const token = await browser.createGrant()
    await page.getByRole('heading', { name: 'Demo application' }).waitFor()
    assert.equal(await page.getByText('never').count(), 1)
    await testApp.call('GET', '/open/v1/users/me', { token })
    testApp.clock.advance(5_000)
    await page.getByText('never').waitFor({ state: 'detached' })
    assert.equal(await page.locator('dd time').count(), 3)
    assert.deepEqual(pageErrors, [])
  })

  test('an overlay has its name of the studio, in the language of the page', slowTest, async () => {
    await using browser = await openBrowser({ locale: 'ko-KR' })
    const { page, pageErrors } = browser
    await signIn(page, '/studio/overlays')
    await page.getByRole('button', { name: 'URL 발급' }).click()
    await page.getByRole('button', { name: '새 URL 발급' }).waitFor()
    await page.goto('/connections')
    await page.getByRole('heading', { name: '채팅 박스' }).waitFor()
    await page.getByRole('button', { name: '채팅 박스 연결 끊기' }).click()
    await page.getByRole('dialog', { name: '채팅 박스의 연결을 끊을까요?' }).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  for (const [profile, options] of browserProfiles)
    test(`the page has no accessibility errors: ${profile}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, pageErrors } = browser
      await signIn(page, '/connections')
      await page.locator('main h2').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await browser.createGrant()
      const app = page.getByRole('region', { name: 'Demo application' })
      await app.waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await app.getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      assert.deepEqual(pageErrors, [])
    })
})

describe('account menu', { skip }, () => {
  test('leads to connected applications, signs out and in again', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    await signIn(page, '/studio')
    const menu = page.getByRole('button', { name: /your account/ })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Connected applications' }).waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/connections')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    await page.goto('/connections')
    await page.waitForURL('**/sign-in?back=*')
    await page.locator('.people button').first().click()
    await page.waitForURL('**/connections')
    await page.getByRole('heading', { name: 'No connected applications' }).waitFor()
    assert.ok(pageErrors.every((error) => error.includes('401')))
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { faultsOf, openBrowser, signIn, skip, ways } from '../server/testing/console-browser.ts'
import { enter } from '../server/testing/session-client.ts'

const slow = { skip, timeout: 120_000 }

/** The demo's streamer, who allowed the demo application something, or nothing yet. */
async function openAllowed(options: BrowserContextOptions = {}) {
  const browser = await openBrowser(options)
  const { scene } = browser
  const { demo } = await scene.play('GET', '')
  const { channelId } = demo.people[0]
  const allow = async (): Promise<string> =>
    (await scene.play('POST', '/grants', { clientId: demo.clientId, channelId })).accessToken
  return { ...browser, channelId, allow, demo }
}

test('consent that is withdrawn on the page is heard on the socket, and the token is refused', slow, async () => {
  await using browser = await openAllowed()
  const { page, scene, allow, channelId, complaints } = browser
  const token = await allow()
  const call = (method: string, path: string) => scene.call(method, `/open/v1${path}`, { token })
  using guest = await enter((await call('GET', '/sessions/auth')).body.content.url)
  await call('POST', `/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`)
  await guest.next()

  await page.goto('/')
  await page.locator('.people button').first().click()
  await page.getByRole('link', { name: 'See and disconnect them' }).click()
  await page.getByRole('heading', { name: 'Demo application' }).waitFor()
  await page.getByText('Receive the chat messages of your channel').waitFor()
  await page.getByRole('button', { name: 'Disconnect Demo application' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The socket that it has open gets the message “revoked”').waitFor()
  await dialog.getByText('Every token that it has of you ends at once.').waitFor()
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  assert.equal((await call('GET', '/users/me')).status, 200)

  await page.getByRole('button', { name: 'Disconnect Demo application' }).click()
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('heading', { name: 'No application is connected' }).waitFor()
  const data = { eventType: 'CHAT', channelId }
  assert.deepEqual(await guest.next(), ['SYSTEM', { type: 'revoked', data }])
  const { status, body } = await call('GET', '/users/me')
  assert.deepEqual([status, body.message], [401, 'INVALID_TOKEN'])
  assert.deepEqual(complaints, [])
})

test(
  'what was allowed is told as the consent page told it, seeing and changing apart, the stream key as risky',
  slow,
  async () => {
    await using browser = await openAllowed()
    const { page, demo, complaints } = browser
    const parts = (within: string) =>
      page.locator(within).evaluateAll((found) =>
        found.map((part) => ({
          title: part.querySelector('h2, h3')?.textContent,
          scopes: [...part.querySelectorAll('li')].map((line) => [
            line.className,
            line.textContent.replaceAll(/\s/g, ''),
          ]),
        })),
      )
    const asked = new URLSearchParams({ clientId: demo.clientId, redirectUri: demo.redirectUri, state: 'x' })
    await signIn(page, `/account-interlock?${String(asked)}`)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    const told = await parts('section.group')
    assert.deepEqual(
      told.map(({ title }) => title),
      ['See', 'Change'],
    )
    assert.equal(told.flatMap(({ scopes }) => scopes).filter(([kind]) => kind === 'risky').length, 1)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.goto('/connections')
    await page.getByRole('heading', { name: 'See' }).waitFor()
    assert.deepEqual(await parts('.scope-list > div'), told)
    assert.deepEqual(complaints, [])
  },
)

test('an application that is allowed while the page is open shows up, with its first and last use', slow, async () => {
  await using browser = await openAllowed()
  const { page, scene, allow, complaints } = browser
  await signIn(page, '/connections')
  await page.getByRole('heading', { name: 'No application is connected' }).waitFor()
  const token = await allow()
  await page.getByRole('heading', { name: 'Demo application' }).waitFor()
  assert.equal(await page.getByText('never').count(), 2)
  await scene.call('GET', '/open/v1/users/me', { token })
  scene.clock.advance(5_000)
  await page.getByText('never').first().waitFor({ state: 'detached' })
  assert.equal(await page.locator('dd time').count(), 3)
  assert.deepEqual(complaints, [])
})

test('the name of who is signed in leads to their connections and out, by the keyboard', slow, async () => {
  await using browser = await openAllowed()
  const { page, complaints } = browser
  await signIn(page, '/studio')
  const menu = page.getByRole('button', { name: /your account/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Connected applications' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/connections')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.goto('/connections')
  await page.waitForURL('**/sign-in?back=*')
  assert.ok(complaints.every((complaint) => complaint.includes('401')))
})

for (const [way, options] of ways)
  test(`nothing on the page of connected applications keeps people out ${way}`, slow, async () => {
    await using browser = await openAllowed(options)
    const { page, allow, complaints } = browser
    await signIn(page, '/connections')
    await page.locator('.nothing').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await allow()
    await page.locator('.connection-head').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.locator('.connection-head').getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.goto('/')
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(complaints, [])
  })

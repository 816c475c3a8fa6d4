import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  openTab,
  signIn,
  skip,
  visit,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'

const slowTest = { timeout: 180_000 }

describe('applications in the console', { skip }, () => {
  test('the registration marks every wrong field, and fills in the URL that was meant', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    await signIn(page, '/console/apps/new')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.and(page.locator(':focus')).waitFor()
    const url = page.getByLabel('Redirect URL')
    const register = page.getByRole('button', { name: 'Register' })
    await url.fill('localhost:3000/cb')
    await register.click()
    await page.locator('input[aria-invalid=true]').nth(1).waitFor()
    await page.getByText('This field is required.').waitFor()
    await page.getByText('The address has no scheme.').waitFor()
    assert.ok(await name.evaluate((input) => input.matches(':focus')), 'the first wrong field has the focus')
    assert.deepEqual(await findAccessibilityErrors(page), [])

    await name.fill('나의 봇')
    await register.click()
    assert.ok(await url.evaluate((input) => input.matches(':focus')), 'the wrong field has the focus')
    await page.getByRole('button', { name: 'Use http://localhost:3000/cb' }).click()
    assert.equal(await url.inputValue(), 'http://localhost:3000/cb')
    assert.equal(await page.locator('input[aria-invalid=true]').count(), 0)
    await register.scrollIntoViewIfNeeded()
    assert.notEqual(await page.evaluate('scrollY'), 0)
    await register.click()
    await page.getByRole('heading', { name: '나의 봇 is registered' }).waitFor()
    await page.locator('[role=alert]:focus', { hasText: 'The secret is shown only once' }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 0, 'the warning is in view')
    const secret = (await page.locator('dl code').nth(1).textContent()) ?? ''
    const consent = await openTab(page, page.getByRole('link', { name: 'Open the consent page' }))
    await consent.getByRole('button', { name: 'Allow' }).waitFor()
    assert.equal(await page.locator('dl code').nth(1).textContent(), secret, 'the secret is still shown')
    assert.deepEqual(pageErrors, [])
  })

  test('a new developer registers an application, gives consent and sees the calls', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.getByRole('link', { name: 'Developers' }).click()
    await page.waitForURL('**/sign-in?back=*')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Channel name').fill('봇 만드는 사람')
    await page.getByLabel('Email').fill('developer@onair.test')
    const password = page.getByLabel('Password')
    await password.fill('a long enough password')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    assert.equal(await password.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/console/apps')

    await page.getByRole('link', { name: 'Register an application' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Onair bot')
    await page.getByText('“Onair” is the name of an official service').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('나의 봇')
    assert.equal(await page.getByLabel('Redirect URL').inputValue(), `${testApp.url}/sandbox/callback`)
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0, 'no scope is selected')
    await page.getByText('In the sandbox, HTTP is accepted too').waitFor()
    const notice = page.getByText('Without a scope the application can only')
    await notice.waitFor()
    await page.getByText('유저 정보 조회', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'See the name and ID', checked: true }).waitFor()
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    const credentials = page.locator('dl code')
    await credentials.first().waitFor()
    const [clientId = '', clientSecret = ''] = await credentials.allTextContents()
    await page.getByRole('link', { name: 'Go to the application' }).click()

    await page.getByRole('heading', { name: '나의 봇', exact: true }).waitFor()
    await page.getByText('Or exchange the code yourself').click()
    await page.getByRole('button', { name: 'Copy: POST /auth/v1/token' }).waitFor()
    await page.getByText(`curl -s ${testApp.url}/open/v1/users/me`).waitFor()
    assert.ok(!(await page.content()).includes(clientSecret), 'the secret is shown once')
    const consent = await openTab(page, page.getByRole('link', { name: /consent page/ }))
    await consent.getByRole('button', { name: 'Allow' }).click()
    await consent.waitForURL('**/sandbox/callback?*')
    await consent.getByText(`"clientSecret": "'"$CLIENT_SECRET"'"`).waitFor()
    await consent.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await consent.locator('[data-copy=exchange]').click()
    await consent.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(await consent.evaluate('navigator.clipboard.readText()'), new RegExp(`"clientId": "${clientId}"`))
    await consent.getByRole('button', { name: 'Get a token now' }).click()
    const token = (await consent.locator('dd code').first().textContent()) ?? ''
    await consent.getByText(`curl -s ${testApp.url}/open/v1/users/me -H 'Authorization: Bearer ${token}'`).waitFor()
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    await consent.reload()
    await consent.getByRole('heading', { name: 'The code cannot be used' }).waitFor()
    assert.match(pageErrors.pop() ?? '', /status of 400/)
    testApp.clock.advance(5_000)

    await page.goto(`/console/apps/${clientId}?tab=scopes`)
    const scope = page.getByRole('row', { name: "See the name and ID of the user's channel" })
    await scope.waitFor()
    // The counted calls are stored a moment after the response.
    await eventually(async () => {
      const [users, calls] = await scope.getByRole('cell').allTextContents()
      if (users === '1' && calls === '1') return
      await page.reload()
      throw new Error('The call is not counted yet.')
    })
    assert.deepEqual(pageErrors, [])
  })

  test('a session is listed, can be disconnected, and stays with the reason of its end', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const { body } = await testApp.call('GET', '/open/v1/sessions/auth/client', { client: demo })
    using client = await connect(body.content.url)
    await signIn(page, `/console/apps/${demo.clientId}?tab=sessions`)
    await page.getByText(client.sessionKey).waitFor()
    await page.getByRole('button', { name: /Disconnect/ }).click()
    const question = page.getByRole('dialog', { name: 'Disconnect the session?' })
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No connected sessions').waitFor()
    await testApp.deps.recorder.flush()
    const ended = page.getByRole('row', { name: client.sessionKey })
    await ended.getByText('The owner of the application disconnected the session.').waitFor()
    assert.equal(await ended.getByRole('button', { name: /Disconnect/ }).count(), 0)
  })

  test('the overview counts the connected user sessions only', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const { channelId } = demo.viewer
    const { accessToken: token } = await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
    const connectUser = async () =>
      connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    using _connected = await connectUser()
    using ended = await connectUser()
    await testApp.sandbox('POST', `/sessions/${ended.sessionKey}/disconnect`)
    await signIn(page, `/console/apps/${demo.clientId}`)
    await page.getByText('1 connected (up to 3 per user over all applications)').waitFor()
  })

  test('after a rotation both secrets work until the previous one is revoked', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const isSecretAccepted = async (clientSecret: string) =>
      (await testApp.call('GET', '/open/v1/lives', { client: { clientId: demo.clientId, clientSecret } })).status ===
      200
    await signIn(page, `/console/apps/${demo.clientId}`)
    await page.getByRole('button', { name: 'Create a new secret' }).click()
    await page.getByRole('dialog').getByText('Both secrets work for 24 hours').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click()
    const newSecret = (await page.getByRole('alert').locator('code').textContent()) ?? ''
    assert.deepEqual([await isSecretAccepted(newSecret), await isSecretAccepted(demo.clientSecret)], [true, true])
    await page.getByRole('button', { name: 'Revoke the older secret' }).click()
    await page.getByRole('button', { name: 'Create a new secret' }).waitFor()
    assert.deepEqual([await isSecretAccepted(newSecret), await isSecretAccepted(demo.clientSecret)], [true, false])
  })

  test('a webhook can be set, and its deliveries are listed and resent', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    await signIn(page, `/console/apps/${demo.clientId}?tab=webhook`)
    await page.getByLabel('Webhook URL').fill(`${testApp.url}/sandbox/v1/sinks/hook`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enabled').first().waitFor()

    const { rewardIds } = await browser.createCampaign({ rewards: ['a sword'] })
    await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: demo.viewer.channelId })
    const resend = page.getByRole('button', { name: /Resend:/ })
    const resendable = (count: number) =>
      eventually(async () => {
        testApp.clock.advance(1_000)
        return (await resend.count()) === count
      })
    await resendable(1)
    await resend.click()
    await resendable(2)
    await page.getByLabel('Message, claim or viewer').fill('unknown viewer')
    await page.keyboard.press('Enter')
    await page.getByText('No matching notifications').waitFor()
    await page.getByLabel('Message, claim or viewer').fill(demo.viewer.channelName)
    await page.keyboard.press('Enter')
    await resend.nth(1).waitFor()
    const ids = page.getByRole('region', { name: 'Notifications' }).locator('code')
    const newestFirst = await ids.allTextContents()
    await page.getByLabel('Order').selectOption('Oldest first')
    await eventually(async () => assert.deepEqual(await ids.allTextContents(), newestFirst.toReversed()))
    assert.equal((await testApp.sandbox('GET', '/sinks/hook')).received, 2)

    // On a phone a notification is two lines, and leads to its page.
    await page.setViewportSize({ width: 390, height: 844 })
    const row = page.getByRole('region', { name: 'Notifications' }).locator('tbody tr').first()
    await row.getByText('a sword').waitFor()
    const { height = NaN } = (await row.boundingBox()) ?? {}
    assert.ok(height < 64, String(height))
    await row.click({ position: { x: 200, y: height - 8 } })
    await page.waitForURL('**/deliveries/*')
  })
})

describe('console pages', { skip }, () => {
  for (const [profile, options] of browserProfiles)
    test(`have no accessibility errors: ${profile}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, demo, pageErrors } = browser
      const checkPage = async (path: string, go = visit) => {
        await go(page, path)
        await page.locator('h1').waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], path)
      }
      // The server's own pages.
      const load: typeof visit = async (_page, path) => void (await page.goto(path))
      await checkPage('/', load)
      await checkPage('/sign-in', load)
      await signIn(page, '/')
      await checkPage('/', load)
      for (const tab of ['overview', 'scopes', 'sessions', 'webhook', 'settings'])
        await checkPage(`/console/apps/${demo.clientId}?tab=${tab}`)
      for (const path of [
        '/console/apps',
        '/console/apps/new',
        '/console/trigger',
        '/console/trigger?action=manage',
        '/console/trigger#clock',
        '/console/trigger#faults',
        '/console/nowhere',
        '/account',
      ])
        await checkPage(path)
      assert.deepEqual(pageErrors, [])
    })

  test('every control can be reached with the Tab key', { timeout: 240_000 }, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const { channelId } = demo.streamer
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await signIn(page, '/console/apps', 'manager')
    await page.evaluate(`addEventListener('focusin', ({ target }) => target.setAttribute('data-reached', ''))`)
    for (const path of [
      '/console/apps/new',
      `/console/apps/${demo.clientId}`,
      '/console/inspector',
      '/console/drops',
      '/console/trigger?action=donate',
      '/watch',
      `/watch/${channelId}`,
      '/connections',
      '/account',
      '/reference/signature',
    ]) {
      await visit(page, path)
      await page.locator('h1').first().waitFor()
      await page.getByRole('banner').locator('button[aria-haspopup=menu]').waitFor()
      await page.evaluate(
        `for (const part of document.querySelectorAll('[data-reached]')) part.removeAttribute('data-reached')`,
      )
      let unreached: string[] = []
      for (let presses = 0; presses < 200; presses += 10) {
        unreached = await page.evaluate(findUnreachedControls)
        if (unreached.length === 0) break
        for (let press = 0; press < 10; press += 1) await page.keyboard.press('Tab')
      }
      assert.deepEqual(unreached, [], path)
    }
  })
})

/** The visible controls that never had the focus. Of a radio group the Tab key reaches the checked button only. */
const findUnreachedControls = `
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.tabIndex >= 0 && !part.disabled)
    .filter((part) => part.type !== 'radio' || part.checked)
    .filter((part) => !part.hasAttribute('data-reached'))
    .map((part) => part.outerHTML.slice(0, 120))`

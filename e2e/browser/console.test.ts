import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  demoClientId,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  browserProfiles,
} from '../../server/test/console-browser.ts'
import { connect } from '../../server/test/session-client.ts'

test(
  'a developer signs up, registers an application, consents and sees it in the console',
  {
    skip,
    timeout: 120_000,
  },
  async () => {
    await using browser = await openBrowser()
    const { page, testApp, complaints: pageErrors } = browser
    await page.goto('/')
    await page.getByRole('link', { name: 'Developer console' }).click()
    await page.waitForURL('**/sign-in?back=*')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Channel name').fill('봇 만드는 사람')
    await page.getByLabel('Email').fill('developer@onair.test')
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/console/apps')

    await page.getByRole('link', { name: 'Register an application' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Onair bot')
    await page.getByText('“Onair” is the name of an official service').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('나의 봇')
    await page.getByLabel('Redirect URL').fill(`${testApp.url}/sandbox/callback`)
    await page.getByRole('button', { name: 'Register' }).click()
    const credentials = page.locator('.layout_facts code')
    await credentials.first().waitFor()
    const [clientId = '', clientSecret = ''] = await credentials.allTextContents()
    await page.getByRole('link', { name: 'I have copied it' }).click()

    await page.getByRole('heading', { name: '나의 봇', exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(clientSecret), 'the secret is shown once')
    await page.getByRole('link', { name: /consent page/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/sandbox/callback?*')
    const code = new URL(page.url()).searchParams.get('code')
    const json = { grantType: 'authorization_code', clientId, clientSecret, code, state: 'hello' }
    const { status, body } = await testApp.call('POST', '/auth/v1/token', { json })
    assert.equal(status, 200)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token: body.content.accessToken })).status, 200)
    testApp.clock.advance(5_000)

    await page.goto(`/console/apps/${clientId}?tab=scopes`)
    const scope = page.locator('.layout_statsRow').first()
    await scope.getByText('Users1').waitFor()
    while (!(await scope.textContent())?.includes('Calls1')) await page.reload()
    assert.deepEqual(pageErrors, [])
  },
)

test('whoever is connected is seen and disconnected', { skip, timeout: 120_000 }, async () => {
  await using browser = await openBrowser()
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const { body } = await testApp.call('GET', '/open/v1/sessions/auth/client', { client: demo })
  using client = await connect(body.content.url)
  await signIn(page, `/console/apps/${demo.clientId}?tab=sessions`)
  await page.getByText(client.sessionKey).waitFor()
  await page.getByRole('button', { name: /Disconnect/ }).click()
  await page.getByText('No connected sessions').waitFor()
})

test('a secret is rotated with an overlap, and the older one ended', { skip, timeout: 120_000 }, async () => {
  await using browser = await openBrowser()
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const isSecretAccepted = async (clientSecret: string) =>
    (await testApp.call('GET', '/open/v1/lives', { client: { clientId: demo.clientId, clientSecret } })).status === 200
  await signIn(page, `/console/apps/${demo.clientId}`)
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  const newSecret = (await page.getByRole('alert').locator('code').textContent()) ?? ''
  assert.deepEqual([await isSecretAccepted(newSecret), await isSecretAccepted(demo.clientSecret)], [true, true])
  await page.getByRole('button', { name: 'Revoke the previous secret' }).click()
  await page.getByRole('button', { name: 'Create a new secret' }).waitFor()
  assert.deepEqual([await isSecretAccepted(newSecret), await isSecretAccepted(demo.clientSecret)], [true, false])
})

test('a webhook is set, what was sent there is seen, and sent again', { skip, timeout: 120_000 }, async () => {
  await using browser = await openBrowser()
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  await signIn(page, `/console/apps/${demo.clientId}?tab=webhook`)
  await page.getByLabel('Webhook URL').fill(`${testApp.url}/sandbox/v1/sinks/hook`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('ENABLED').waitFor()

  const campaign = { clientId: demo.clientId, categoryId: 'talk', rewards: ['a sword'] }
  const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', campaign)
  await testApp.sandbox('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId: demo.people[4].channelId })
  await page.getByRole('button', { name: /Resend/ }).click()
  await page
    .getByRole('button', { name: /Resend/ })
    .nth(1)
    .waitFor()
  assert.equal((await testApp.sandbox('GET', '/sinks/hook')).received, 2)
})

test('the trigger pad plays acts, many of them, and moves the clock', { skip, timeout: 120_000 }, async () => {
  await using browser = await openBrowser()
  const { page, testApp, complaints: pageErrors } = browser
  await signIn(page, '/console/trigger?act=donate')
  await page.getByLabel('Amount').fill('3000')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.locator('.trigger_log').getByText('done').waitFor()
  const listDonations = async () => testApp.deps.db.read.selectFrom('donation').select('pay_amount').execute()
  assert.deepEqual(await listDonations(), [{ pay_amount: 3000 }])

  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByLabel('Per second').fill('20')
  await page.getByRole('spinbutton', { name: 'Seconds' }).or(page.getByLabel('Seconds')).first().fill('1')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.locator('.trigger_log > li').nth(20).waitFor()
  const messages = await testApp.deps.db.read.selectFrom('chat_message').select('content').execute()
  assert.equal(new Set(messages.map(({ content }) => content)).size, 20)

  const before = testApp.clock.now()
  await page.getByRole('button', { name: '+1 day' }).click()
  while (testApp.clock.now() < before + 86_400_000) await page.waitForTimeout(20)
  assert.deepEqual(pageErrors, [])
})

for (const [way, options] of browserProfiles)
  test(`nothing on any page keeps people out ${way}`, { skip, timeout: 180_000 }, async () => {
    await using browser = await openBrowser(options)
    const { page, testApp, complaints } = browser
    const clientId = await demoClientId(testApp)
    const checkPage = async (path: string) => {
      await page.goto(path)
      await page.locator('h1').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], path)
    }
    await checkPage('/')
    await checkPage('/sign-in')
    await signIn(page, '/console/apps')
    await page.waitForURL('**/console/apps')
    for (const tab of ['overview', 'scopes', 'sessions', 'webhook', 'settings'])
      await checkPage(`/console/apps/${clientId}?tab=${tab}`)
    for (const path of [
      '/',
      '/console/apps',
      '/console/apps/new',
      '/console/trigger',
      '/console/trigger?act=manage',
      '/console/nowhere',
    ])
      await checkPage(path)
    assert.deepEqual(complaints, [])
  })

test('keyboard alone leads from the top of every page to everything on it', { skip, timeout: 240_000 }, async () => {
  await using browser = await openBrowser()
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const [streamer] = demo.people
  await testApp.sandbox('POST', '/acts/go-live', { channelId: streamer.channelId })
  await signIn(page, '/console/apps', 1)
  for (const path of [
    '/console/apps/new',
    `/console/apps/${demo.clientId}`,
    '/console/inspector',
    '/console/drops',
    '/console/trigger?act=donate',
    '/watch',
    `/watch/${streamer.channelId}`,
    '/connections',
    '/reference/signature',
  ]) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.locator('button.shell_accountName').waitFor()
    await page.evaluate(`addEventListener('focusin', ({ target }) => target.setAttribute('data-reached', ''))`)
    let unreachedElements: string[] = []
    for (let steps = 0; steps < 200; steps += 1) {
      unreachedElements = await page.evaluate(findUnreachedElements)
      if (unreachedElements.length === 0) break
      await page.keyboard.press('Tab')
    }
    assert.deepEqual(unreachedElements, [], path)
  }
})

/** What on a page takes part in the order of the Tab key and was not come to: of a group of choices one is. */
const findUnreachedElements = `
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.tabIndex >= 0 && !part.disabled)
    .filter((part) => part.type !== 'radio' || part.checked)
    .filter((part) => !part.hasAttribute('data-reached'))
    .map((part) => part.outerHTML.slice(0, 120))`

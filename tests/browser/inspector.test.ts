import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page, Response } from 'playwright-core'
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
const recordRows = (page: Page, name: string) => page.locator('tr[data-kind]', { hasText: name })
const isRecordPoll = (response: Response) => response.url().includes('/records') && response.url().includes('after=')

describe('inspector', { skip }, () => {
  test('a new developer sees their first donation, and why an earlier one did not arrive', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    await page.goto('/sign-up?back=/console/apps/new')
    await page.getByLabel('Channel name').fill('봇 만드는 사람')
    await page.getByLabel('Email').fill('developer@onair.test')
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('나의 봇')
    await page.getByLabel('Redirect URL').fill(`${testApp.url}/sandbox/callback`)
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    const credentials = page.locator('dl code')
    await credentials.first().waitFor()
    const [clientId = '', clientSecret = ''] = await credentials.allTextContents()
    await page.getByRole('link', { name: 'Go to the application' }).click()
    const consent = await openTab(page, page.getByRole('link', { name: /consent page/ }))
    await consent.getByRole('button', { name: 'Allow' }).click()
    await consent.waitForURL('**/sandbox/callback?*')
    const code = new URL(consent.url()).searchParams.get('code')
    const json = { grantType: 'authorization_code', clientId, clientSecret, code, state: 'hello' }
    const { accessToken: token } = (await testApp.call('POST', '/auth/v1/token', { json })).body.content
    const { channelId } = (await testApp.call('GET', '/open/v1/users/me', { token })).body.content
    using session = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    const donate = () =>
      testApp.sandbox('POST', '/actions/donate', {
        channelId,
        byChannelId: null,
        payAmount: 5000,
        donationText: '첫 후원',
      })
    await donate()
    const path = `/open/v1/sessions/events/subscribe/donation?sessionKey=${session.sessionKey}`
    assert.equal((await testApp.call('POST', path, { token })).status, 200)

    await page.goto(`/console/inspector?app=${clientId}`)
    await recordRows(page, 'DONATION').first().waitFor()
    await donate()
    const frameRow = page.locator('tr[data-kind=frame]', { hasText: 'DONATION' })
    await frameRow.click()
    const trace = page.getByRole('region', { name: 'Trace' }).getByRole('listitem')
    await trace.nth(2).waitFor()
    assert.deepEqual(
      (await trace.locator('button > span:nth-of-type(2)').allTextContents()).map((name) => name.trim()),
      ['POST /sandbox/v1/actions/donate', 'DONATION', 'DONATION'],
    )
    await page.getByText('"donationText": "첫 후원"').waitFor()

    await page.locator('tr[data-kind=event]').last().click()
    await page
      .getByRole('row', { name: session.sessionKey.slice(0, 8) })
      .getByText('The session subscribed after the event occurred.')
      .waitFor()
    // The request that caused the event shows its receivers too.
    await trace.locator('button', { hasText: 'actions/donate' }).click()
    await page.getByRole('region', { name: 'Request', exact: true }).getByText('actions/donate').first().waitFor()
    await page
      .getByRole('row', { name: session.sessionKey.slice(0, 8) })
      .getByText('The session subscribed after the event occurred.')
      .waitFor()
    assert.ok(!(await page.content()).includes(token), 'no token is shown')
    assert.deepEqual(pageErrors, [])
  })

  test('records can be filtered by the address and copied as curl', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    await testApp.call('GET', '/open/v1/lives', { client: demo })
    await testApp.call('GET', '/open/v1/lives', { client: { ...demo, clientSecret: 'wrong' } })
    await signIn(page, '/console/inspector')
    await recordRows(page, 'GET /open/v1/lives').nth(1).waitFor()
    await page.getByLabel('Status').fill('4xx')
    await page.getByLabel('Status').press('Enter')
    await page.waitForURL('**/console/inspector?status=4xx')
    await eventually(async () => (await page.locator('tr[data-kind]').count()) === 1)
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Records as NDJSON' }).click()
    const [line = ''] = (await readFile((await (await saved).path()) ?? '', 'utf8')).split('\n')
    assert.equal(JSON.parse(line).detail.request.url, '/open/v1/lives')
    await page.locator('tr[data-kind]').click()
    assert.equal(await page.locator('[aria-labelledby=why]').count(), 0, 'a request without an event has no Why not?')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const curl = await page.evaluate('navigator.clipboard.readText()')
    assert.match(String(curl), /-H "Client-Secret: \$CLIENT_SECRET"|-H "client-secret: \$CLIENT_SECRET"/)
    const detail = page.getByRole('complementary', { name: 'Record' })
    await detail.getByText(/^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d:\d\d\.\d{3} /).waitFor()
    await detail.getByRole('button', { name: 'Copy: Body' }).waitFor()
    assert.equal(await detail.getByRole('region', { name: 'Trace' }).count(), 0, 'it caused nothing')
    const reference = detail.getByRole('link', { name: 'Open in the reference' })
    assert.equal(await reference.getAttribute('href'), '/reference/live.listLives')

    // A record of another day says which.
    const time = page.locator('tr[data-kind] time')
    assert.match((await time.textContent()) ?? '', /^\d\d:\d\d:\d\d/)
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
    await page.goto('/console/inspector?status=4xx')
    await page.locator('tr[data-kind]').waitFor()
    assert.match((await time.textContent()) ?? '', /^[A-Z][a-z]{2} \d+ \d\d:\d\d:\d\d/)
    assert.deepEqual(pageErrors, [])
  })

  test(
    'a text filter applies shortly after the last key, and does not move a row away from a click',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, demo, pageErrors } = browser
      await testApp.call('GET', '/open/v1/lives', { client: demo })
      await testApp.call('GET', '/open/v1/categories/search?query=talk', { client: demo })
      await page.clock.install()
      await signIn(page, '/console/inspector')
      const row = recordRows(page, 'GET /open/v1/lives')
      await row.waitFor()
      await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1_000'))
      await page.getByLabel('Path or event').fill('categories')
      await row.click()
      await page.waitForURL(/\/console\/inspector\?record=\d+$/)
      await page.clock.resume()
      await page.waitForURL(/name=categories/)
      await row.waitFor({ state: 'detached' })
      await recordRows(page, 'GET /open/v1/categories/search').waitFor()
      assert.equal(await page.locator('tr[data-kind]').count(), 1)
      assert.deepEqual(pageErrors, [])
    },
  )

  test('a burst that is longer than a page is complete in the list, newest first', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const messages = Array.from({ length: 60 }, (_, nth) => ({
      channelId: demo.streamer.channelId,
      byChannelId: demo.viewer.channelId,
      message: `check ${nth}`,
    }))
    await testApp.sandbox('POST', '/chats/batch', { messages })
    await testApp.call('GET', '/open/v1/lives', { client: demo })
    await signIn(page, '/console/inspector')
    const rows = page.locator('tr[data-kind]')
    await rows.nth(49).waitFor()
    assert.match((await rows.nth(0).textContent()) ?? '', /lives/)
    assert.match((await rows.nth(1).textContent()) ?? '', /check 59/)
    assert.match((await rows.nth(49).textContent()) ?? '', /check 11/)
    await page.getByRole('button', { name: 'Older records' }).click()
    await rows.nth(61).waitFor()
    assert.match((await rows.nth(1).textContent()) ?? '', /chats\/batch/)
    assert.match((await rows.nth(2).textContent()) ?? '', /check 0/)
    assert.deepEqual(pageErrors, [])
  })

  test(
    'a notification that is retried says when, and its trace shows complete names on a phone',
    slowTest,
    async () => {
      await using browser = await openBrowser({ viewport: { width: 390, height: 844 } })
      const { page, testApp, demo, pageErrors } = browser
      await testApp.sandbox('PUT', '/sinks/down', { status: 500 })
      const webhookUrl = `${testApp.url}/sandbox/v1/sinks/down`
      await testApp.sandbox('PUT', `/apps/${demo.clientId}/webhook`, { webhookUrl })
      const { rewardIds } = await browser.createCampaign({ rewards: ['a sword'] })
      await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: demo.viewer.channelId })
      await signIn(page, '/console/inspector?kind=event')
      await recordRows(page, 'drop_reward_claim').waitFor()
      assert.equal(await page.getByLabel('Status').isVisible(), false)
      await page.getByRole('button', { name: 'Filters (1)' }).click()
      await page.getByLabel('Status').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await recordRows(page, 'drop_reward_claim').click()
      const receiver = page.getByRole('row', { name: 'Demo application · webhook' })
      await receiver.getByText('Last attempt: Response 500.').waitFor()
      await receiver.getByText('Pending', { exact: true }).waitFor()
      await receiver.getByText(/^Next attempt: in \d+ seconds$/).waitFor()
      const names = page.getByRole('region', { name: 'Trace' }).locator('button > span:nth-of-type(2)')
      await names.nth(2).waitFor()
      const cutNames = await names.evaluateAll(
        (all) => all.filter((name) => name.scrollWidth > name.clientWidth).length,
      )
      assert.equal(cutNames, 0)
      const scales = await page
        .getByRole('region', { name: 'Trace' })
        .locator('li > svg')
        .evaluateAll((bars) =>
          bars.map((bar) => {
            const { left, width } = bar.getBoundingClientRect()
            return `${left} ${width}`
          }),
        )
      assert.equal(new Set(scales).size, 1, scales.join())
      const notification = page.getByRole('region', { name: 'Trace' }).getByRole('listitem').last()
      await notification.getByText('Main endpoint').waitFor()
      await notification.getByRole('button').click()
      await page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').getByText('500').waitFor()
      const link = page.getByRole('link', { name: 'Open the notification' })
      assert.match((await link.getAttribute('href')) ?? '', /\/console\/apps\/[^/]+\/deliveries\/[^/]+$/)
      await page.goto('/console/inspector?record=999999')
      await page.getByRole('heading', { name: 'Record 999999' }).waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )

  test('a record found among older ones stays while new ones arrive', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    const { recorder } = testApp.deps
    recorder.add({ kind: 'request', name: 'GET /needle' })
    for (let count = 0; count < 10; count++) {
      for (let nth = 0; nth < 1_050; nth++) recorder.add({ kind: 'request', name: 'GET /hay' })
      await recorder.flush()
    }
    await signIn(page, '/console/inspector?name=needle')
    await page.getByRole('button', { name: 'Search older records' }).click()
    await recordRows(page, 'GET /needle').waitFor()
    await page.waitForResponse(isRecordPoll)
    await page.waitForResponse(isRecordPoll)
    assert.equal(await recordRows(page, 'GET /needle').count(), 1)
    recorder.add({ kind: 'request', name: 'GET /needle/again' })
    await recordRows(page, 'GET /needle/again').waitFor()
    assert.equal(await page.locator('tr[data-kind]').count(), 2)
    assert.deepEqual(pageErrors, [])
  })

  test('a row shows the same record as long as it exists, also while new records arrive', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    const { recorder } = testApp.deps
    recorder.add({ kind: 'request', name: 'GET /first' })
    recorder.add({ kind: 'request', name: 'GET /second' })
    await signIn(page, '/console/inspector')
    await recordRows(page, 'GET /second').waitFor()
    await page.evaluate(`{
      globalThis.changedRows = []
      const options = { subtree: true, attributeFilter: ['data-position'], attributeOldValue: true }
      new MutationObserver((changes) => changedRows.push(...changes.map(({ oldValue }) => oldValue)))
        .observe(document.querySelector('tr[data-kind]').parentElement, options)
    }`)
    recorder.add({ kind: 'request', name: 'GET /third' })
    await recordRows(page, 'GET /third').waitFor()
    assert.equal(await page.locator('tr[data-kind]').count(), 3)
    assert.deepEqual(await page.evaluate('changedRows'), [])
    assert.deepEqual(pageErrors, [])
  })

  test('new records wait behind a button while the page is scrolled down', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const donate = () =>
      testApp.sandbox('POST', '/actions/donate', {
        channelId: demo.streamer.channelId,
        byChannelId: null,
        payAmount: 1000,
      })
    for (let count = 0; count < 25; count++) await donate()
    await signIn(page, '/console/inspector?kind=event')
    await page.locator('tr[data-kind]').nth(24).waitFor()
    await page.mouse.wheel(0, 1_500)
    // The content security policy of the page does not allow `page.waitForFunction`.
    await eventually(() => page.evaluate<boolean>('scrollY > 200'))
    await donate()
    const newRecordsButton = page.getByRole('button', { name: '1 new record' })
    await newRecordsButton.waitFor()
    assert.equal(await page.locator('tr[data-kind]').count(), 25)
    await newRecordsButton.click()
    await page.locator('tr[data-kind]').nth(25).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('opening and closing a record keeps the place in the list', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    for (let count = 0; count < 25; count++)
      await testApp.sandbox('POST', '/actions/donate', {
        channelId: demo.streamer.channelId,
        byChannelId: null,
        payAmount: 1000,
      })
    await signIn(page, '/console/inspector')
    const row = page.locator('tr[data-kind]').nth(40)
    await row.waitFor()
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const topOf = async () => (await row.boundingBox())?.y ?? NaN
    const place = await topOf()
    const isInPlace = async () => Math.abs((await topOf()) - place) < 4
    assert.ok(place > 0)
    await row.click()
    const record = page.getByRole('complementary', { name: 'Record' })
    await record.getByRole('heading', { level: 2 }).waitFor()
    await eventually(isInPlace)
    await page.keyboard.press('ArrowDown')
    await page.locator('tr:nth-child(42)[data-selected]').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.locator('tr:nth-child(41)[data-selected]').waitFor()
    await record.getByRole('button', { name: 'Close' }).click()
    await record.waitFor({ state: 'detached' })
    await eventually(isInPlace)

    await page.setViewportSize({ width: 390, height: 844 })
    await row.click()
    await record.getByRole('heading', { level: 2 }).waitFor()
    await record.getByRole('button', { name: '← List' }).click()
    await record.waitFor({ state: 'detached' })
    await eventually(async () => (await topOf()) > 0 && (await topOf()) < 844)
    assert.deepEqual(pageErrors, [])
  })

  test('the preset of the own application is there with exactly one application', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const preset = page.getByRole('button', { name: 'My application' })
    await signIn(page, '/console/inspector', 'viewer')
    await page.getByRole('button', { name: 'Export' }).waitFor()
    await preset.waitFor({ state: 'detached' })
    for (const state of ['visible', 'detached'] as const) {
      const redirectUri = 'http://127.0.0.1:9/callback'
      await testApp.sandbox('POST', '/apps', { name: 'bot', redirectUri, ownerChannelId: demo.viewer.channelId })
      await page.reload()
      await page.getByRole('button', { name: 'Export' }).waitFor()
      await preset.waitFor({ state })
    }
  })

  test('a time chosen in the histogram is in the address, which loads its records', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const [channelId, byChannelId] = [demo.streamer.channelId, demo.viewer.channelId]
    const chatAt = testApp.clock.now()
    await testApp.sandbox('POST', '/actions/chat', { channelId, byChannelId, message: 'first' })
    testApp.clock.advance(30_000)
    const messages = Array.from({ length: 60 }, (_, index) => ({ channelId, byChannelId, message: `later ${index}` }))
    await testApp.sandbox('POST', '/chats/batch', { messages })
    await signIn(page, `/console/inspector?from=${chatAt - 1_000}&to=${chatAt + 1_000}`)
    const rows = page.locator('tr[data-kind]')
    await rows.filter({ hasText: '“first”' }).first().waitFor()
    assert.equal(await rows.filter({ hasText: 'later' }).count(), 0)
    await page.getByRole('button', { name: /Show all/ }).click()
    await page.waitForURL(/inspector$/)
    await rows.filter({ hasText: 'later' }).first().waitFor()

    const histogram = page.getByRole('slider', { name: 'Records by time and kind' })
    await histogram.focus()
    await page.keyboard.press('Home')
    // It begins at a round time, before the first record.
    while (/Request 0,/.test((await histogram.getAttribute('aria-valuetext')) ?? ''))
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/from=\d+&to=\d+/)
    await rows.filter({ hasText: 'later' }).first().waitFor({ state: 'detached' })
    await page.reload()
    await rows.filter({ hasText: '“first”' }).first().waitFor()
    assert.equal(await rows.filter({ hasText: 'later' }).count(), 0)
    await page.goto('/console/inspector?from=1&to=2')
    await page.getByRole('heading', { name: 'No matching records' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rows.first().waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' })
    const status = page.getByLabel('Status', { exact: true })
    await status.fill('40')
    await page.getByText('Use 404, 4xx or error.').waitFor()
    await status.fill('2xx')
    await page.waitForURL(/inspector\?status=2xx$/)
    await rows.first().waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL(/inspector$/)
    assert.equal(await status.inputValue(), '')
    await page.goto('/console/inspector?status=abc')
    await rows.first().waitFor()
    assert.equal(await status.inputValue(), '')
    assert.deepEqual(pageErrors, [])
  })

  test('the keyboard moves the selection, presets filter and a pause holds new records back', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const chat = (message: string) =>
      testApp.sandbox('POST', '/actions/chat', {
        channelId: demo.streamer.channelId,
        byChannelId: demo.viewer.channelId,
        message,
      })
    await chat('first')
    await testApp.call('GET', '/open/v1/lives', { client: { ...demo, clientSecret: 'wrong' } })
    await signIn(page, '/console/inspector')
    const rows = page.locator('tr[data-kind]')
    await rows.nth(2).waitFor()
    const [, request, event] = await rows.all()
    assert.equal(await event?.getAttribute('data-depth'), '1', 'an event is below its request')
    assert.match((await event?.textContent()) ?? '', /\+\d+ msEventCHAT(no|\d+) sessions?viewer_lee“first”→ 하늘방송/)
    assert.match((await request?.textContent()) ?? '', /^\d\d:\d\d:\d\d\.\d{3}.*200“first”→ 하늘방송\d+ ms$/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.waitForURL(/record=\d+/)
    assert.equal(await request?.getAttribute('data-selected'), 'true')
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    assert.ok(await event?.getByText('“first”').isVisible(), 'the summary stays beside the open record')
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Record' }).waitFor({ state: 'detached' })

    await page.getByRole('combobox', { name: 'Application' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Demo application' }).waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [], 'open list of applications')
    await page.keyboard.press('Escape')
    await page.getByLabel('Text').focus()
    await page.keyboard.type('first')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/inspector?text=first')
    await rows.filter({ hasText: 'lives' }).waitFor({ state: 'detached' })
    await rows.first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('complementary', { name: 'Record' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/console/inspector?text=first')
    await page.getByLabel('Text').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await rows.filter({ hasText: 'lives' }).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await chat('while paused')
    await testApp.sandbox('GET', '/records')
    assert.equal(await rows.count(), 3)
    await page.getByRole('button', { name: 'Resume' }).click()
    await rows.filter({ hasText: 'while paused' }).first().waitFor()
    await page.getByRole('button', { name: 'From now on' }).click()
    await page.locator('main h2').waitFor()
    await page.getByRole('button', { name: 'From now on' }).click()
    await page.getByRole('button', { name: 'Errors' }).click()
    await page.waitForURL('**/console/inspector?status=error')
    await eventually(async () => (await rows.count()) === 1)
    assert.match(
      (await rows.textContent()) ?? '',
      /GET \/open\/v1\/lives401“Demo application” has another client secret\./,
    )

    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search channels, lives, pages, applications and the API' })
    await search.fill('while paused')
    await page
      .getByRole('option', { name: /^Event CHAT \d\d:\d\d:\d\d · .*while paused/ })
      .first()
      .waitFor()
    await page.getByRole('dialog').getByText('↑↓ select').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [], 'palette')
    await search.fill('demo webhook')
    await page.getByRole('option', { name: /^Demo application › Webhook/ }).waitFor()
    await search.fill('unknown ids are omitted')
    await page.getByRole('option', { name: /^Get channels .*unknown ids are omitted/ }).waitFor()
    await search.fill('chats/send')
    await page.getByRole('option', { name: 'POST /open/v1/chats/send' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reference/chat.sendMessage')
    await page.keyboard.press('Control+k')
    await search.fill(demo.clientId)
    await page.getByRole('group', { name: 'Applications' }).getByRole('option', { name: 'Demo application' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/console/apps/${demo.clientId}`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await search.fill('overlays')
    await page.getByRole('option', { name: 'Overlays Studio' }).waitFor()
    await search.fill('donate')
    await page.getByRole('option', { name: 'Donate Trigger pad' }).click()
    await page.waitForURL('**/console/trigger?action=donate')
    assert.deepEqual(pageErrors, [])
  })

  for (const [profile, options] of browserProfiles)
    test(`list, event and request have no accessibility errors: ${profile}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, testApp, demo, pageErrors } = browser
      await signIn(page, '/console/inspector?traceId=none')
      await page.locator('main h2').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'nothing')
      await visit(page, `/console/inspector?app=${demo.clientId}`)
      await page.waitForURL('**/console/inspector?app=*')
      // The application is a filter too.
      await page.getByRole('button', { name: /^(Clear filters|필터 초기화)$/ }).click()
      await page.waitForURL('**/console/inspector')
      await testApp.sandbox('POST', '/actions/donate', {
        channelId: demo.streamer.channelId,
        byChannelId: null,
        payAmount: 1000,
      })
      await page.goto('/console/inspector')
      await page.locator('tr[data-kind]').first().waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'list')
      await page.locator('tr[data-kind=event]').click()
      await page.locator('[aria-labelledby=why] td .mantine-Badge-root').first().waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'event')
      await page.locator('li[data-kind=request] button').click()
      await page.getByRole('region', { name: /^(Request|요청)$/ }).waitFor()
      for (const summary of await page.getByRole('complementary').locator('summary').all()) await summary.click()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'request')
      assert.deepEqual(pageErrors, [])
    })
})

describe('Why not? in the inspector', { skip }, () => {
  test('lists the sessions open at the event first, with their owners, and the last 5 closed', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const { channelId } = demo.streamer
    const token = await browser.createGrant()
    for (const name of ['idle', 'unused'])
      await testApp.sandbox('POST', '/apps', {
        name,
        redirectUri: 'http://127.0.0.1:9/callback',
        ownerChannelId: channelId,
      })
    // The slot of a closed session is free as soon as its disconnect is stored.
    const createSessionUrl = async (): Promise<string> =>
      (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url
    const openSession = async () => connect(await eventually(createSessionUrl))
    for (let closed = 0; closed < 7; closed++) await (await openSession()).disconnect()
    using openClient = await openSession()
    await testApp.sandbox('POST', '/actions/donate', { channelId, byChannelId: null, payAmount: 1000 })
    await (await openSession()).disconnect()
    await eventually(async () => (await testApp.sandbox('GET', '/sessions')).data.length === 1)

    await signIn(page, '/console/inspector?kind=event')
    await page.locator('tr[data-kind]').first().click()
    const rows = page.locator('[aria-labelledby=why] tbody tr')
    await rows.getByText(openClient.sessionKey.slice(0, 8)).waitFor()
    const fold = page.getByRole('button', { name: '2 applications that are not connected' })
    await fold.waitFor()
    const listed = await rows.evaluateAll((all) =>
      all.map((row) => row.querySelector('th[scope=rowgroup]')?.textContent?.trim() ?? 'receiver'),
    )
    assert.deepEqual(listed, [
      'Open then and now',
      'receiver',
      // Donations are not sent to webhooks.
      'By application',
      'receiver',
      'Not open then, closed now (last 5 of 8)',
      ...Array.from({ length: 5 }, () => 'receiver'),
      // Folded.
      'receiver',
    ])
    assert.match((await rows.nth(1).textContent()) ?? '', /하늘방송 · since \d\d:\d\d:\d\d/)
    await rows.nth(1).getByText('The session was connected but had no subscriptions.').waitFor()
    await rows.nth(3).getByText('See its sessions.').waitFor()
    await rows.nth(-2).getByText('The session had already closed.').waitFor()
    await fold.click()
    await rows
      .last()
      .getByText(/^(idle|unused) · any session$/)
      .waitFor()

    // The reason of a refused request is the same for all receivers.
    const json = { targetChannelId: demo.viewer.channelId }
    assert.equal((await testApp.call('POST', '/open/v1/restrict-channels', { token, json })).status, 200)
    const chat = { channelId, byChannelId: demo.viewer.channelId, message: 'hello' }
    assert.equal((await testApp.call('POST', '/sandbox/v1/actions/chat', { json: chat })).status, 403)
    await page.goto('/console/inspector?kind=request&status=4xx')
    await recordRows(page, 'actions/chat').click()
    const why = page.getByRole('region', { name: 'Who received it, and why not?' })
    await why.getByText('No event was made: the sender is restricted in this channel.').waitFor()
    assert.equal(await why.getByText('restricted').count(), 1)
    await why.getByText('9 possible receivers').click()
    await why.getByText(openClient.sessionKey.slice(0, 8)).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('explains a refused call of another application', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const { channelId } = demo.streamer
    using client = await connect(
      (await testApp.call('GET', '/open/v1/sessions/auth', { token: await browser.createGrant() })).body.content.url,
    )
    const { clientId } = await testApp.sandbox('POST', '/apps', {
      name: '둘째 봇',
      ownerChannelId: demo.viewer.channelId,
      redirectUri: 'http://127.0.0.1:9/callback',
    })
    const { accessToken } = await testApp.sandbox('POST', '/grants', { clientId, channelId })
    const json = { message: 'x'.repeat(200) }
    assert.equal((await testApp.call('POST', '/open/v1/chats/send', { token: accessToken, json })).status, 400)
    await signIn(page, '/console/inspector?kind=request&status=4xx')
    const row = recordRows(page, 'chats/send')
    const receiver = row.getByText('둘째 봇')
    // A long error is cut before who is concerned.
    await row.getByText(/^Message/).waitFor()
    const isCut = await receiver.evaluate(
      (name) => name.getBoundingClientRect().right > name.closest('td').getBoundingClientRect().right,
    )
    assert.equal(isCut, false)
    await row.click()
    const why = page.getByRole('region', { name: 'Who received it, and why not?' })
    await why.getByText(/^No event was made/).waitFor()
    await why.getByText(/possible receivers/).click()
    await why.getByText(client.sessionKey.slice(0, 8)).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('asks once for each receiver when the server cannot explain the event', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    await testApp.sandbox('POST', '/actions/donate', { channelId: demo.streamer.channelId, payAmount: 1000 })
    let calls = 0
    await page.route('**/why-not?*', async (route) => {
      calls += 1
      await route.fulfill({ status: 404, json: { code: 404, message: 'NOT_FOUND' } })
    })
    await signIn(page, '/console/inspector?kind=event')
    await page.locator('tr[data-kind]').first().click()
    const rows = page.locator('[aria-labelledby=why] tbody tr')
    await rows.getByText('NOT_FOUND').first().waitFor()
    // The list of records polls once a second.
    for (let polls = 0; polls < 2; polls++)
      await page.waitForResponse((response) => response.url().includes('/records'))
    assert.equal(calls, await rows.getByText('NOT_FOUND').count())
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Route } from 'playwright-core'
import {
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  visit,
  type ConsoleBrowser,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'
import { polledPages } from '../../packages/console/lib/poll-pages.ts'

const slowTest = { timeout: 180_000 }

describe('state of a page', { skip }, () => {
  let browser: ConsoleBrowser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser[Symbol.asyncDispose]())

  test('invalid parameters of the address fall back to their defaults', slowTest, async () => {
    const { page, demo, pageErrors } = browser
    await signIn(page, '/console/trigger?action=nope')
    await page.getByRole('heading', { name: 'Chat', exact: true }).waitFor()
    await page.goto('/console/inspector?kind=EVENT&record=abc')
    await page.getByRole('heading', { name: 'Inspector' }).waitFor()
    assert.equal(await page.getByLabel('Kind').inputValue(), '')
    assert.equal(await page.getByRole('complementary', { name: 'Record' }).count(), 0)
    await page.goto('/studio/followers?page=abc')
    await page.getByRole('heading', { name: 'Followers' }).waitFor()
    await page.goto(`/console/apps/${demo.clientId}?tab=nope`)
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
    await page.goto('/studio/analytics?zone=nope')
    const zone = page.getByLabel('Time zone')
    assert.equal(await zone.inputValue(), await page.evaluate('new Intl.DateTimeFormat().resolvedOptions().timeZone'))
    await zone.selectOption('Asia/Seoul')
    await page.waitForURL('**/studio/analytics?zone=Asia%2FSeoul')
    assert.deepEqual(pageErrors, [])
  })

  test(
    'the frame of a page is painted from its document alone, which a slow network brings in 2 s',
    slowTest,
    async () => {
      const page = await browser.openPage({}, { isNew: true })
      await page.route('**/console/assets/**', () => undefined)
      for (const path of ['/watch', '/sign-in']) {
        const document = await page.goto(path, { waitUntil: 'commit' })
        await page.getByRole('link', { name: 'Onair' }).first().waitFor()
        await eventually(() => page.evaluate<boolean>(isPainted))
        // At 50 kB per second, after two round trips of 400 ms.
        assert.ok(Buffer.byteLength(await document!.text()) < 1.2 * 50_000)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().close()
    },
  )

  test('a page shows an outline while its code loads', slowTest, async () => {
    const page = await browser.openPage()
    const code = Promise.withResolvers<void>()
    await page.route('**/assets/strings-en-apps-*', async (route) => {
      await code.promise
      await route.continue()
    })
    await signIn(page, '/console/apps')
    await page.locator('main').getByRole('status', { name: 'Loading' }).waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    code.resolve()
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    await page.context().close()
  })

  test('an address that does not exist has a page with the way back', slowTest, async () => {
    const page = await browser.openPage()
    for (const path of ['/nope', '/terms?lang=ko']) {
      const response = await page.goto(path)
      assert.equal(response?.status(), 404)
      await page.locator('main a[href="/"]').waitFor()
    }
    assert.equal(await page.locator('h1').textContent(), '페이지를 찾을 수 없습니다')
    assert.match(browser.pageErrors.splice(0).join(), /status of 404/)
    await page.context().close()
  })

  test('the list of applications is searched and sorted by its address', slowTest, async () => {
    const { page, testApp, demo, pageErrors } = browser
    for (const name of ['가나다 봇', 'zebra overlay']) {
      testApp.clock.advance(1_000)
      await testApp.sandbox('POST', '/apps', {
        name,
        redirectUri: 'http://127.0.0.1:9/callback',
        ownerChannelId: demo.streamer.channelId,
      })
    }
    await signIn(page, '/console/apps?sort=nope')
    const names = page.locator('tbody th a')
    await names.nth(2).waitFor()
    assert.equal(await names.first().textContent(), 'zebra overlay', 'newest first')
    await page.getByRole('button', { name: 'Name' }).click()
    await page.waitForURL('**/console/apps?sort=name')
    const sorted = ['Demo application', 'zebra overlay', '가나다 봇']
    await eventually(async () => assert.deepEqual(await names.allTextContents(), sorted))
    await page.getByLabel('Search').fill('나다')
    await eventually(async () => assert.deepEqual(await names.allTextContents(), ['가나다 봇']))
    await page.getByLabel('Search').fill('nothing')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await names.nth(2).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('sessions of users are counted, and a time shows its zone and milliseconds on focus', slowTest, async () => {
    const { page, testApp, demo, pageErrors } = browser
    // The page of the test before would lose its requests to the timeouts of the next line.
    await page.goto('about:blank')
    // The gateway renews its lease by the clock of the test, which stands still while pages load.
    testApp.clock.advance(5_000)
    const token = await browser.createGrant()
    const open = async () => connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    using session = await open()
    using _second = await open()
    await signIn(page, `/console/apps/${demo.clientId}?tab=sessions`)
    await page.getByText('2 connected (up to 3 per user over all applications)').waitFor()
    await page.getByText(session.sessionKey).waitFor()
    const timeline = page.getByRole('table', { name: 'Time connected' })
    assert.equal(await timeline.getByRole('row', { name: session.sessionKey.slice(0, 8) }).count(), 1)
    assert.equal(await timeline.getByText('limit of this user reached').count(), 0)
    using _third = await open()
    await timeline.getByText('limit of this user reached (3 of 3)').nth(2).waitFor()
    const time = timeline.locator('button:has(> time)').first()
    await time.focus()
    assert.match((await time.textContent()) ?? '', /\d\d:\d\d:\d\d\.\d{3} (UTC|GMT|[A-Z]{3,4})/)
    await page.goto(`/console/apps/${demo.clientId}`)
    await page.getByText('3 connected (up to 3 per user over all applications)').waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('typed text survives the end of the session, a server that is away, and a reload', slowTest, async () => {
    const { testApp, demo } = browser
    const page = await browser.openPage()
    await signIn(page, `/console/apps/${demo.clientId}?tab=webhook`)
    const url = page.getByLabel('Webhook URL')
    await url.fill('https://bot.example/hook')
    await page.route('**/console/v1/**', (route) => route.abort())
    await page.getByText('Could not reach the server.').first().waitFor()
    await page.unroute('**/console/v1/**')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.getByText('Your session has ended.').first().waitFor()
    await page.getByRole('link', { name: 'Sign in in a new tab' }).waitFor()
    assert.equal(await url.inputValue(), 'https://bot.example/hook')
    await page.context().addCookies(cookies)
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await page.getByText('Your session has ended.').first().waitFor({ state: 'detached' })
    assert.equal(await url.inputValue(), 'https://bot.example/hook')
    await page.reload()
    await url.waitFor()
    await eventually(async () => assert.equal(await url.inputValue(), 'https://bot.example/hook'))
    assert.equal(new URL(page.url()).origin, testApp.url)
    await page.context().close()
  })

  test('a part of the page that an update has replaced asks to reload', slowTest, async () => {
    const page = await browser.openPage()
    await signIn(page, '/studio')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.route('**/console/assets/followers-*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Followers' }).click()
    await page.getByText('A part of this page could not be loaded.').waitFor()
    await page.unroute('**/console/assets/followers-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Followers' }).waitFor()
    await page.context().close()
  })

  test('text typed in each form survives a reload, and no secret is stored', slowTest, async () => {
    const { demo, createCampaign, openPage } = browser
    const page = await openPage()
    const { campaignId } = await createCampaign({ rewards: ['Sword'] })
    const app = `/console/apps/${demo.clientId}`
    const drops = `/console/drops/${demo.clientId}`
    const watch = `/watch/${demo.viewer.channelId}`
    // The path, the label of an input, what is typed, and the button that shows the form.
    const forms: [path: string, label: string, text: string, button?: string][] = [
      ['/console/apps/new', 'Name', 'A bot of tomorrow'],
      [`${app}?tab=settings`, 'Name', 'Another name'],
      [`${app}?tab=webhook`, 'Webhook URL', 'https://bot.example/other'],
      [`${drops}/new`, 'Title', 'Autumn'],
      [`${drops}/new`, 'Channel name or channel ID', 'someone'],
      [`${drops}/${campaignId}/edit`, 'Title', 'Winter'],
      [`${drops}/${campaignId}`, 'New end', '2030-01-02T03:04'],
      ['/console/trigger?action=chat', 'Message', 'from the pad'],
      ['/console/trigger?action=chat', 'Per second (1–50)', '7'],
      ['/console/trigger#clock', 'Seconds to add', '90'],
      ['/console/trigger#faults', 'Skip requests', '3', 'Make a rule'],
      ['/studio', 'Title', 'Friday night'],
      ['/studio/live', 'Title', 'Saturday'],
      ['/studio/chat', 'New notice', 'At eight'],
      ['/studio/managers', 'Channel of the new manager', 'a manager'],
      ['/studio/restrictions', 'Channel of the viewer', 'a viewer'],
      ['/studio/overlays?overlay=goal', 'Title', 'A new desk'],
      [watch, 'Send a message', 'half a sentence'],
      [watch, 'Message (optional)', 'for you', 'Donate'],
      ['/reference/chat.sendMessage', 'message', 'hello'],
      ['/reference/signature', 'Headers', 'Event-Message-Id: 1'],
    ]
    const secretInputs: [path: string, input: Locator][] = [
      ['/reference/signature', page.locator('input[type=password]')],
      ['/reference/authorization.issueToken', page.getByRole('textbox', { name: 'code', exact: true })],
      ['/reference/authorization.revokeToken', page.getByRole('textbox', { name: 'token', exact: true })],
      ['/account', page.locator('input[type=password]').first()],
    ]
    const secret = 'never-to-be-stored'
    const openForm = async ([path, label, , button]: (typeof forms)[number]) => {
      await visit(page, path)
      const input = page
        .getByRole('textbox', { name: label, exact: true })
        .or(page.getByRole('combobox', { name: label, exact: true }))
      const opener = page.getByRole('button', { name: button ?? '', exact: true })
      if (button !== undefined) {
        await input.or(opener).first().waitFor()
        if (!(await input.isVisible())) await opener.click()
      }
      return input
    }
    await signIn(page, '/console/apps')
    for (const form of forms) await (await openForm(form)).fill(form[2])
    for (const [path, input] of secretInputs) {
      await visit(page, path)
      await input.fill(secret)
    }
    const stored = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])')
    assert.ok(!stored.includes(secret), stored)
    await page.reload()
    for (const form of forms) {
      const input = await openForm(form)
      await eventually(async () => assert.equal(await input.inputValue(), form[2], form.join(' ')))
    }
    await page.context().close()
  })

  test('a list of more pages than are polled says so, and is reloaded on request', slowTest, async () => {
    const page = await browser.openPage()
    let loaded = 0
    await page.route(/\/deliveries(\?|$)/, (route) =>
      route.fulfill({ json: { code: 200, message: null, content: { data: [], page: { next: String(++loaded) } } } }),
    )
    await signIn(page, `/console/apps/${browser.demo.clientId}?tab=webhook`)
    const refresh = page.getByRole('button', { name: 'Refresh' })
    const more = page.getByRole('button', { name: 'Show more' })
    for (let pages = 1; pages <= polledPages; pages++) {
      assert.equal(await refresh.count(), 0)
      const answer = page.waitForResponse((response) => response.url().includes('next='))
      await more.click()
      await answer
    }
    await page.getByText('not updated automatically').waitFor()
    const before = loaded
    await refresh.click()
    await eventually(async () => assert.ok(loaded >= before + polledPages + 1))
    await page.context().close()
  })

  test(
    'of a list of 10,000 rows, those near the window and the one with the focus are in the page',
    slowTest,
    async () => {
      const page = await browser.openPage()
      await page.route('**/console/v1/followers/search?*', repeatItems('channelId'))
      await page.route(/\/sandbox\/v1\/records\?(?!.*after=)/, repeatItems('position'))
      const readFocused = () =>
        page.evaluate<string>(`document.activeElement.closest('[data-index]')?.dataset.index ?? ''`)
      const scrollToEnd = () => page.evaluate('window.scrollTo(0, document.body.scrollHeight)')

      await signIn(page, `/studio/followers?name=${encodeURIComponent(browser.demo.follower.channelName)}`)
      const followers = page.getByRole('table', { name: 'Followers' }).locator('[data-index]')
      await followers.first().getByRole('link').last().focus()
      assert.equal(await page.getByRole('table', { name: 'Followers' }).getAttribute('aria-rowcount'), '10001')
      await eventually(async () => {
        await scrollToEnd()
        await page.locator('[data-index="9999"]').waitFor({ timeout: 1_000 })
      })
      assert.ok((await followers.count()) < 100)
      assert.equal(await readFocused(), '0')
      // Its time, its button, and the name of the next one.
      for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
      assert.equal(await readFocused(), '1')

      await visit(page, '/console/inspector')
      const records = page.getByRole('table', { name: 'Records' }).locator('[data-index]')
      await records.first().waitFor()
      await page.getByText('The list has the newest 10,000 records.').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.waitForURL(/record=10000/)
      await eventually(async () => {
        await scrollToEnd()
        assert.equal(await records.last().getAttribute('aria-rowindex'), '10001')
      })
      assert.ok((await records.count()) < 100)
      await page.keyboard.press('ArrowDown')
      await page.waitForURL(/record=9999/)
      assert.equal(await readFocused(), '1')
      browser.pageErrors.length = 0
      await page.context().close()
    },
  )
})

/** Answers with 10,000 items like the first of the server, and no further page. */
function repeatItems(idField: string) {
  return async (route: Route) => {
    const response = await route.fetch()
    const { content, ...envelope } = await response.json()
    const data = Array.from({ length: 10_000 }, (_, index) => ({
      ...content.data[0],
      ...(idField === 'position' && { traceId: null }),
      [idField]: idField === 'position' ? 10_000 - index : index.toString(16).padStart(32, '0'),
    }))
    await route.fulfill({ response, json: { ...envelope, content: { data, page: { ...content.page, next: null } } } })
  }
}

const isPainted = `performance.getEntriesByName('first-contentful-paint').length > 0`

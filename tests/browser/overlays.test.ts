import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { overlayDefaults } from '@onair/contract'
import type { Page } from 'playwright-core'
import { openChromium } from '../support/clients/chromium.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  type ConsoleBrowser,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'
import { openReusedDatabase } from '../support/programs/reused-databases.ts'
import { openSandboxApp, type SandboxApp } from '../support/apps/sandbox-app.ts'

const slowTest = { timeout: 180_000 }

/** Creates the URL of an overlay as the streamer, and opens it as OBS does: without cookies. */
async function openOverlay({ openPage }: ConsoleBrowser, studio: Page, kind: string, opened?: Page) {
  const response = await studio.request.post(`/console/v1/overlays/${kind}/url`, { data: {} })
  const { overlayUrl } = (await response.json()).content
  const page = opened ?? (await openPage({ viewport: { width: 640, height: 360 } }))
  await page.goto(overlayUrl)
  return { page, overlayUrl: String(overlayUrl) }
}

/** Waits until the connected sessions have this many subscriptions. */
async function waitForSubscriptions({ testApp }: Pick<ConsoleBrowser, 'testApp'>, count: number) {
  await eventually(async () => {
    const rows = await testApp.deps.db.read
      .selectFrom('session_subscription')
      .innerJoin('session', 'session.key', 'session_key')
      .where('disconnected_at', 'is', null)
      .select('id')
      .execute()
    assert.equal(rows.length, count)
  })
}

/** Functions that newer browsers have and Chromium 103 does not: the browser of OBS 28 to 30. */
const newerThanObs = {
  Promise: ['withResolvers', 'try'],
  'Array.prototype': ['toSorted', 'toReversed', 'toSpliced', 'with'],
  'Uint8Array.prototype': ['toSorted', 'toReversed', 'with', 'toBase64', 'toHex'],
  Uint8Array: ['fromBase64', 'fromHex'],
  Array: ['fromAsync'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  URL: ['canParse', 'parse'],
  AbortSignal: ['any'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'Set.prototype': ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
  'Iterator.prototype': ['map', 'filter', 'take', 'drop', 'flatMap', 'toArray', 'some', 'find', 'forEach', 'reduce'],
  'Response.prototype': ['bytes'],
}

function removeNewerThan(newer: Record<string, string[]>) {
  for (const [path, names] of Object.entries(newer)) {
    const owner = path.split('.').reduce<any>((from, name) => from?.[name], globalThis)
    for (const name of names) delete owner?.[name]
  }
}

/** The scripts and style sheets that an overlay loads, from the build. */
function readOverlayBuild(): { scripts: string; styles: string } {
  const folder = new URL('../../packages/console/dist/', import.meta.url)
  const page = readFileSync(new URL('overlay.html', folder), 'utf8')
  const names = new Set([...page.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name!))
  const texts = new Map<string, string>()
  for (const name of names) {
    const text = readFileSync(new URL(`assets/${name}`, folder), 'utf8')
    texts.set(name, text)
    for (const [, imported] of text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) names.add(imported!)
  }
  const join = (extension: string) =>
    [...texts].flatMap(([name, text]) => (name.endsWith(extension) ? text : [])).join('\n')
  return { scripts: join('.js'), styles: join('.css') }
}

describe('overlays in the browser of OBS 28 to 30', { skip }, () => {
  test('work without what newer browsers have', slowTest, async () => {
    await using browser = await openBrowser()
    const { testApp, page: studio, demo, pageErrors, openPage } = browser
    await signIn(studio, '/studio/overlays')
    const channelId = demo.streamer.channelId
    for (const kind of ['chat', 'alerts', 'goal', 'events']) {
      const page = await openPage({ viewport: { width: 640, height: 360 } })
      await page.addInitScript(removeNewerThan, newerThanObs)
      await openOverlay(browser, studio, kind, page)
      assert.equal(await page.evaluate('typeof Promise.withResolvers'), 'undefined')
      await waitForSubscriptions(browser, { chat: 1, alerts: 3, goal: 5, events: 7 }[kind] ?? 0)
      await testApp.sandbox('POST', '/actions/chat', { channelId, byChannelId: demo.viewer.channelId, message: kind })
      await testApp.sandbox('POST', '/actions/donate', {
        channelId,
        byChannelId: demo.viewer.channelId,
        payAmount: 5_000,
      })
      await page.locator('.line, .alert, .bar, .event').first().waitFor()
    }
    assert.deepEqual(pageErrors, [])
  })

  test('the build calls nothing newer, and mixes colours only where that is supported', () => {
    const { scripts, styles } = readOverlayBuild()
    assert.ok(scripts.length > 5_000 && styles.includes('.line'), 'the build was not found')
    const newer = Object.values(newerThanObs)
      .flat()
      .filter((name) => name.length > 6 && name !== 'flatMap')
    assert.deepEqual(
      newer.filter((name) => new RegExp(`\\.${name}\\(`).test(scripts)),
      [],
    )
    const withoutSupports = styles.replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    assert.deepEqual(withoutSupports.match(/(?:color-mix|oklch|oklab|light-dark)\(/g) ?? [], [])
  })
})

describe('names of several directions and stacked marks', { skip }, () => {
  test('stay on their line, in the overlay and in the chat of the pages', slowTest, async () => {
    await using browser = await openBrowser()
    const { testApp, page: studio, demo } = browser
    const { channelId } = demo.streamer
    await signIn(studio, '/studio/overlays')
    const { page } = await openOverlay(browser, studio, 'chat')
    await waitForSubscriptions(browser, 1)
    const empty = await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 300 } })
    const names = [`Z${'\u0351\u0306'.repeat(10)}a`, 'שלום']
    for (const channelName of names) {
      const { channelId: byChannelId } = await testApp.sandbox('POST', '/people', { channelName })
      await testApp.sandbox('POST', '/actions/chat', { channelId, byChannelId, message: '123 (abc)' })
      const line = page.locator('.line').filter({ hasText: channelName })
      const boxes = await Promise.all(
        [line, line.locator('.name'), line.locator('.text')].map(async (each) => (await each.boundingBox())!),
      )
      const [whole, name, text] = boxes as [Box, Box, Box]
      assert.ok(name.x + name.width <= text.x + 1, `${channelName}: the name is before the text`)
      assert.ok(name.y >= whole.y && name.y + name.height <= whole.y + whole.height, `${channelName}: ${name.height}`)
      assert.ok(Math.abs(name.height - text.height) < 12, `${channelName}: ${name.height} and ${text.height}`)
    }
    // Nothing is drawn above the first line.
    await page
      .locator('.line')
      .nth(1)
      .evaluate((second) => second.remove())
    const first = (await page.locator('.line').boundingBox())!
    assert.ok(first.y > 300)
    const drawn = await page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 640, height: 300 } })
    assert.ok(empty.equals(drawn))

    await studio.goto(`/watch/${channelId}`)
    for (const channelName of names) {
      const name = studio.locator('li b').filter({ hasText: channelName }).first()
      await name.waitFor()
      const style = await name.evaluate(readStyle)
      assert.deepEqual(style, ['clip', 'inline-block', 'isolate'])
    }
  })
})

/** Runs in the page. */
function readStyle(element: any): string[] {
  const { getComputedStyle: styleOf } = globalThis as any
  const { overflow, display } = styleOf(element)
  return [overflow, display, styleOf(element.firstElementChild).unicodeBidi]
}

type Box = { x: number; y: number; width: number; height: number }

describe('overlays', { skip }, () => {
  test(
    'show chat as text, one alert per donation, a goal that grows and the last events, and end when the URL is replaced',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { testApp, page: studio, demo, pageErrors } = browser
      const act = (name: string, json: object) =>
        testApp.sandbox('POST', `/actions/${name}`, { channelId: demo.streamer.channelId, ...json })
      const donate = (payAmount: number, donationText: string) =>
        act('donate', { byChannelId: demo.viewer.channelId, payAmount, donationText })
      await signIn(studio, '/studio/overlays')
      const chat = await openOverlay(browser, studio, 'chat')
      const alerts = await openOverlay(browser, studio, 'alerts')
      const goal = await openOverlay(browser, studio, 'goal')
      const events = await openOverlay(browser, studio, 'events')
      await waitForSubscriptions(browser, 7)

      const html = '<img src=x onerror=alert(1)> hi {:constructor:} {:__proto__:}'
      await act('chat', { byChannelId: demo.viewer.channelId, message: '!command' })
      await act('chat', { byChannelId: demo.viewer.channelId, message: html })
      await chat.page.locator('.line').waitFor()
      assert.deepEqual(await chat.page.locator('.line .text').allTextContents(), [
        html.replaceAll(/\{(:\w+:)\}/g, '$1'),
      ])
      assert.equal(await chat.page.locator('.line .text img').count(), 0)

      await donate(30_000, 'for the stream {:constructor:}')
      await alerts.page.getByText(`${demo.viewer.channelName} donated ₩30,000!`).waitFor()
      await alerts.page.getByText('for the stream :constructor:').waitFor()
      await goal.page.getByText('₩30,000 / ₩100,000').waitFor()
      await goal.page.getByText('30%').waitFor()
      await events.page.locator('.event').waitFor()
      await donate(20_000, '')
      await goal.page.getByText('₩50,000 / ₩100,000').waitFor()
      await eventually(async () => {
        assert.deepEqual(await events.page.locator('.event .value').allTextContents(), ['₩20,000', '₩30,000'])
      })
      await goal.page.reload()
      await goal.page.getByText('₩50,000 / ₩100,000').waitFor()
      assert.equal(await alerts.page.locator('.alert').count(), 1)
      const background = await chat.page.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(background, 'rgba(0, 0, 0, 0)')
      assert.deepEqual(pageErrors, [])

      const { page: second } = await openOverlay(browser, studio, 'chat')
      await chat.page.getByText('The URL of this overlay was replaced.').waitFor()
      await waitForSubscriptions(browser, 7)
      await act('chat', { byChannelId: demo.viewer.channelId, message: 'after' })
      await second.getByText('after').waitFor()
      assert.equal(await chat.page.locator('.line').count(), 0)

      // As OBS does when the URL of the source is changed.
      await chat.page.goto(second.url())
      await waitForSubscriptions(browser, 8)
      await act('chat', { byChannelId: demo.viewer.channelId, message: 'at the new URL' })
      await chat.page.getByText('at the new URL').waitFor()
    },
  )

  test('what a moderator hides leaves the chat box, the event list and the alert box at once', slowTest, async () => {
    await using browser = await openBrowser()
    const { testApp, page: studio, demo, pageErrors } = browser
    const { channelId } = demo.streamer
    const act = (name: string, json: object) =>
      testApp.sandbox('POST', `/actions/${name}`, { channelId, byChannelId: demo.viewer.channelId, ...json })
    const hide = async (path: string) =>
      assert.equal(
        (await studio.request.delete(`/console/v1/channels/${channelId}/${path}`, { data: {} })).status(),
        200,
      )
    await signIn(studio, '/studio/overlays')
    const alerts = { ...overlayDefaults.alerts, durationSec: 30 }
    await studio.request.put('/console/v1/overlays', { data: { alerts } })
    const chat = await openOverlay(browser, studio, 'chat')
    const alertBox = await openOverlay(browser, studio, 'alerts')
    const events = await openOverlay(browser, studio, 'events')
    await waitForSubscriptions(browser, 5)

    const { messageId } = await act('chat', { message: 'bad words' })
    testApp.clock.advance(1_000)
    await act('chat', { message: 'good words' })
    await chat.page.getByText('good words').waitFor()
    await hide(`chat/${messageId}`)
    await chat.page.getByText('bad words').waitFor({ state: 'detached' })
    assert.equal(await chat.page.locator('.line').count(), 1)

    const { donationId: shown } = await act('donate', { payAmount: 10_000, donationText: 'shown alert' })
    const { donationId: waiting } = await act('donate', { payAmount: 20_000, donationText: 'waiting alert' })
    await act('donate', { payAmount: 30_000, donationText: 'last alert' })
    await alertBox.page.getByText('shown alert').waitFor()
    await eventually(async () => assert.equal(await events.page.locator('.event').count(), 3))
    await hide(`donations/${waiting}`)
    await hide(`donations/${shown}`)
    await alertBox.page.getByText('last alert').waitFor()
    assert.equal(await alertBox.page.getByText('shown alert').count(), 0)
    await eventually(async () => {
      assert.deepEqual(await events.page.locator('.event .value').allTextContents(), ['₩30,000'])
    })
    assert.deepEqual(pageErrors, [])
  })

  test('an overlay connects again with a new session when its session ends', slowTest, async () => {
    await using browser = await openBrowser()
    const { testApp, page: studio, demo } = browser
    await signIn(studio, '/studio/overlays')
    const { page } = await openOverlay(browser, studio, 'chat')
    await waitForSubscriptions(browser, 1)
    const sessions = () =>
      testApp.deps.db.read.selectFrom('session').select('key').where('client_id', 'like', 'onair-%').execute()
    const [session] = await sessions()
    await testApp.sandbox('POST', `/sessions/${session?.key}/disconnect`, {})
    await eventually(async () => assert.equal((await sessions()).length, 2))
    await waitForSubscriptions(browser, 1)
    await testApp.sandbox('POST', '/actions/chat', {
      channelId: demo.streamer.channelId,
      byChannelId: demo.viewer.channelId,
      message: 'back',
    })
    await page.getByText('back').waitFor()
  })

  test('50 alerts wait for the one that is shown, and further ones are dropped', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, donate, countDonations, findShownAmounts } = await openAlertBox(browser)
    // Shorter than the limits of calls, which may still wait for their responses.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1_000'))
    for (let amount = 1_001; amount <= 1_053; amount++) await donate(amount)
    await eventually(async () => assert.equal(await countDonations(), 53))
    for (let shown = 1; shown <= 52; shown++) await page.clock.runFor(alertSec * 1_000)
    assert.equal(await page.locator('.alert').count(), 0)
    const firstOnes = Array.from({ length: 51 }, (_, at) => `₩1,${String(at + 1).padStart(3, '0')}`)
    assert.deepEqual(await findShownAmounts(), firstOnes)
  })

  test('a donation that arrives again after a reconnect is shown once', slowTest, async () => {
    await using browser = await openBrowser()
    const { testApp } = browser
    const { donate, countDonations, findShownAmounts } = await openAlertBox(browser)
    await donate(1_000)
    // An alert is shown for two seconds.
    await eventually(async () => assert.deepEqual(await findShownAmounts(), ['₩1,000']))
    const sessionKeys = async () =>
      (await testApp.sandbox('GET', '/sessions')).data.map(({ sessionKey }: { sessionKey: string }) => sessionKey)
    const [sessionKey] = await sessionKeys()
    await testApp.sandbox('POST', `/sessions/${sessionKey}/disconnect`, {})
    await eventually(async () => assert.equal(await countDonations(), 2))
    await eventually(async () => !(await sessionKeys()).includes(sessionKey))
    await waitForSubscriptions(browser, 2)
    await donate(2_000)
    await eventually(async () => assert.deepEqual(await findShownAmounts(), ['₩1,000', '₩2,000']))
  })

  test(
    'after a restart of the server they connect again and show what was donated while they were not connected',
    slowTest,
    async () => {
      await using database = await openReusedDatabase()
      const { connection } = database
      const openDatabase = async () => ({ connection, [Symbol.asyncDispose]: async () => {} })
      await using chromium = await openChromium()
      const context = await chromium.newContext({ locale: 'en-US' })
      await using servers = new AsyncDisposableStack()
      const first = servers.use(await openSandboxApp({ openDatabase }))
      const { channelId, email, password } = await first.sandbox('POST', '/people', { channelName: 'Streamer' })
      const studio = httpBrowser(first.url)
      await studio.signIn(email, password)
      const open = async (kind: string) => {
        const { overlayUrl } = (await studio.callConsole('POST', `/overlays/${kind}/url`, {})).body.content
        const page = await context.newPage()
        await page.goto(overlayUrl)
        return page
      }
      const [goal, events] = [await open('goal'), await open('events')]
      const donate = (app: SandboxApp, payAmount: number) =>
        app.sandbox('POST', '/actions/donate', { channelId, payAmount })
      await waitForSubscriptions({ testApp: first }, 4)
      await donate(first, 10_000)
      await goal.getByText('₩10,000 / ₩100,000').waitFor()

      await first[Symbol.asyncDispose]()
      const { dataKey, installationKey, programKey } = first.deps
      const settings = { port: Number(new URL(first.url).port) }
      const second = servers.use(
        await openSandboxApp({ openDatabase, settings, keys: { dataKey, installationKey, programKey } }),
      )
      await donate(second, 5_000)
      await goal.getByText('₩15,000 / ₩100,000').waitFor()
      await events.getByText('₩5,000').waitFor()
      await waitForSubscriptions({ testApp: second }, 4)
      await donate(second, 2_000)
      await goal.getByText('₩17,000 / ₩100,000').waitFor()
      await events.getByText('₩2,000').waitFor()
    },
  )
})

const alertSec = 2

/** Opens an alert box whose every new socket receives the donations of the earlier ones again. */
async function openAlertBox(browser: ConsoleBrowser) {
  const { testApp, page: studio, demo } = browser
  await signIn(studio, '/studio/overlays')
  const alerts = { ...overlayDefaults.alerts, durationSec: alertSec }
  await studio.request.put('/console/v1/overlays', { data: { alerts } })
  const page = await browser.openPage()
  await page.clock.install()
  await page.addInitScript(`
    shownAmounts = []
    donations = []
    WebSocket = class extends WebSocket {
      #earlier = [...donations]
      constructor(...args) {
        super(...args)
        this.addEventListener('message', ({ data }) => {
          if (data.startsWith('42["DONATION"')) donations.push(data)
          for (const donation of data.includes('"connected') ? this.#earlier : [])
            queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: donation })))
        })
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const card of addedNodes)
          if (card.className === 'alert') shownAmounts.push(/₩[\\d,]+/.exec(card.textContent)[0])
    }).observe(document, { childList: true, subtree: true })`)
  await openOverlay(browser, studio, 'alerts', page)
  await waitForSubscriptions(browser, 2)
  const byChannelId = demo.viewer.channelId
  return {
    page,
    countDonations: () => page.evaluate<number>('donations.length'),
    findShownAmounts: () => page.evaluate<string[]>('shownAmounts'),
    donate: (payAmount: number) =>
      testApp.sandbox('POST', '/actions/donate', { channelId: demo.streamer.channelId, byChannelId, payAmount }),
  }
}

describe('studio overlays', { skip }, () => {
  test('the streamer creates a URL, sees the preview change with the settings, and saves them', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    await signIn(page, '/studio/overlays?overlay=alerts')
    await page.getByRole('button', { name: 'Create the URL' }).click()
    await page.getByRole('button', { name: 'Copy: Overlay URL' }).waitFor()
    await page.reload()
    await page.getByText('••••').waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText(/\/overlay\/alerts#token=/).waitFor()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText('••••').waitFor()
    const preview = page.frameLocator('iframe')
    await preview.getByText('Mina donated ₩10,000!').waitFor()
    // As a browser extension does.
    await page.evaluate(`frames[0].postMessage('other', location.origin)`)
    assert.deepEqual(await preview.locator('html').evaluate('[innerWidth, innerHeight]'), [800, 200])
    const shown = await page.locator('iframe').boundingBox()
    const column = await page.getByLabel('Preview', { exact: true }).boundingBox()
    assert.ok(shown && column && shown.width <= column.width && column.width - shown.width < 3, JSON.stringify(shown))
    assert.equal(Math.round(shown.width / shown.height), 4)
    const loadAlerts = async () =>
      (await (await page.request.get('/console/v1/overlays')).json()).content.settings.alerts
    assert.equal((await loadAlerts()).language, 'en')
    await page.getByLabel('Language', { exact: true }).last().selectOption('한국어')
    await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Test donation' }).click()
    await preview.getByText('Mina님이 10,000원을 후원했습니다!').waitFor()
    await page.getByLabel('Text of a donation').fill('Wow {name}: {amount} {constructor}')
    await page.getByLabel('Duration').fill('2')
    await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Test donation' }).click()
    await preview.getByText('Wow Mina: 1,000 {constructor}').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: false }).first().waitFor()
    const saved = { donationText: 'Wow {name}: {amount} {constructor}', durationSec: 2, language: 'ko' }
    assert.partialDeepStrictEqual(await loadAlerts(), saved)
    const url = (await (await page.request.get('/console/v1/overlays/alerts/url')).json()).content.overlayUrl
    const obs = await browser.openPage()
    await obs.goto(url)
    await obs.locator('html[lang="ko"]').waitFor()
    assert.deepEqual(pageErrors, [])
  })

  for (const [name, options] of browserProfiles)
    test(`is accessible and fits the window: ${name}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page } = browser
      for (const kind of ['chat', 'alerts', 'goal', 'events', 'poll']) {
        await signIn(page, `/studio/overlays?overlay=${kind}`)
        await page.frameLocator('iframe').locator('#overlay > *').first().waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], kind)
      }
    })
})

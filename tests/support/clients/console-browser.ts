import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { sandboxApi } from '@onair/contract'
import type { AxeResults, RunOptions } from 'axe-core'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Static } from 'typebox'
import type { Config } from '@onair/server/config/config.ts'
import { openChromium } from './chromium.ts'
import { openSandboxApp, type SandboxApp } from '../apps/sandbox-app.ts'
import { takePage } from './kept-pages.ts'

export { chromiumUnavailable as skip } from './chromium.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The settings in which the accessibility of each page is checked. */
export const browserProfiles: [name: string, options: BrowserContextOptions][] = [
  ['desktop, English, light', { viewport: { width: 1280, height: 860 } }],
  ['phone of 360 px, Korean, dark', { viewport: { width: 360, height: 740 }, locale: 'ko-KR', colorScheme: 'dark' }],
]

type Overview = Static<typeof sandboxApi.demo.getOverview.content>
type DemoPerson = Overview['demo']['people'][number]
/** The demo people, in the order in which the sandbox and the sign-in page list them. */
export const demoPeople = ['streamer', 'manager', 'subscriber', 'follower', 'viewer', 'otherViewer'] as const
export type DemoPersonName = (typeof demoPeople)[number]
type Campaign = { clientId?: string; categoryId?: string; rewards: string[]; watchMinutes?: number[] }

export type ConsoleBrowser = Awaited<ReturnType<typeof openBrowser>>

/** Opens a test app with the demo, and a browser page. Its lives have no video, which takes a processor to show: `videoLives`. */
export async function openBrowser(options: BrowserContextOptions = {}, settings: Partial<Config> = {}) {
  await using opening = new AsyncDisposableStack()
  // Open until the next test, as the kept pages are.
  opening.use(await openChromium())
  const testApp = opening.use(await openAtSamePort({ videoLives: 0, ...settings }))
  const chromium = opening.use(await openChromium())
  const pageErrors: string[] = []
  const onError = (message: string) => void pageErrors.push(message)
  const allOptions = { locale: 'en-US', baseURL: testApp.url, ...options }
  const pages = opening.use(new AsyncDisposableStack())
  const openPage = async (overrides: BrowserContextOptions = {}, settings?: Parameters<typeof takePage>[3]) =>
    pages.use(await takePage(chromium, { ...allOptions, ...overrides }, onError, settings)).page
  const page = await openPage()
  const { demo }: Overview = await testApp.sandbox('GET', '')
  const people = Object.fromEntries(demoPeople.map((name, index) => [name, demo.people[index]]))
  const opened = opening.move()
  return {
    testApp,
    demo: { ...demo, ...(people as Record<DemoPersonName, DemoPerson>) },
    page,
    /** Opens a page in another browser context. */
    openPage,
    /** The errors and error messages of all pages. */
    pageErrors,
    /** Grants the demo application all its scopes, and returns the access token. */
    createGrant: async (channelId = demo.people[0]?.channelId): Promise<string> =>
      (await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })).accessToken,
    /** Creates a campaign, by default of the demo application. */
    createCampaign: (campaign: Campaign): Promise<Static<typeof sandboxApi.drops.createCampaign.content>> =>
      testApp.sandbox('POST', '/drops/campaigns', { clientId: demo.clientId, categoryId: 'talk', ...campaign }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The port of the last app, which the next one takes, because pages are kept for its address. */
let freePort = 0

async function openAtSamePort(settings: Partial<Config>): Promise<SandboxApp> {
  const port = settings.port ?? freePort
  freePort = 0
  const open = (port: number) => openSandboxApp({ demo: true, settings: { ...settings, port } })
  // Another program may have taken it.
  const testApp = await open(port).catch((error: unknown) => (port === 0 ? Promise.reject(error) : open(0)))
  return {
    ...testApp,
    async [Symbol.asyncDispose]() {
      await testApp[Symbol.asyncDispose]()
      freePort = Number(new URL(testApp.url).port)
    },
  }
}

/** Signs in as a demo person, and goes to a page. Sends the form itself, which is faster than to load the page. */
export async function signIn(page: Page, path: string, name: DemoPersonName = 'streamer') {
  const { demo } = (await (await page.request.get('/sandbox/v1')).json()).content as Overview
  await signInWith(page, path, demo.people[demoPeople.indexOf(name)])
}

/** Signs in with an email address and a password, and goes to a page. */
export async function signInWith(
  page: Page,
  path: string,
  { email = '', password = '' }: { email?: string; password?: string } = {},
) {
  // The sign-in page of someone who is signed in is the home page.
  await signOut(page)
  const html = await (await page.request.get('/sign-in')).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const response = await page.request.post('/sign-in', { form: { csrf, email, password }, maxRedirects: 0 })
  if (response.status() !== 302) throw new Error(`POST /sign-in returned ${response.status()}`)
  await page.goto(path)
}

/** Leaves the page, which may be about to call, and signs out. */
export async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'onair-session' })
}

/** Goes to a page as a link does: where the application is loaded, it is not loaded again, which takes most of the time. */
export async function visit(page: Page, path: string) {
  if (await page.evaluate<boolean>(`'__TSR_ROUTER__' in window`))
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
  else await page.goto(path)
}

/** Clicks a link that opens a new tab, and returns the tab. */
export async function openTab(page: Page, link: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  return tab
}

/**
 * Follows the link of each operation of the reference, and returns what the function `read` (its source) returns for the topic
 * that each shows. The page itself does so, which takes a fraction of the time.
 */
export function readOperations<T>(page: Page, read: string): Promise<[path: string, result: T][]> {
  return page.evaluate(`(async () => {
    const read = ${read}
    const results = []
    for (const link of document.querySelectorAll('#operations section a')) {
      const texts = ['code', '[data-name]'].map((part) => link.querySelector(part).textContent)
      const isShown = () => {
        const topic = document.querySelector('#operations + *')
        const shown = [topic?.textContent, topic?.querySelector('h1')?.textContent]
        return location.pathname === link.pathname && texts.every((text, at) => shown[at]?.includes(text))
      }
      const end = performance.now() + 20_000
      for (link.click(); !isShown(); await new Promise((resolve) => setTimeout(resolve, 5)))
        if (performance.now() > end) throw new Error('not shown: ' + link.pathname)
      results.push([link.getAttribute('href'), read(document.querySelector('#operations + *'))])
    }
    return results
  })()`)
}

/** A transition, for example to another color scheme, starts with the next frame. Endless animations and those that follow a scroll position do not count. */
const transitionsEnded = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline instanceof DocumentTimeline && effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ),
)`

const axeOptions: RunOptions = {
  resultTypes: ['violations'],
  // It would read all style sheets for one rule, about rotation with the screen, which css-modules.test.ts checks.
  preload: false,
  rules: {
    'target-size': { enabled: true },
    // Open menus and dialogs are outside the landmarks of the page, at its end.
    region: { enabled: false },
    // A page that loads or has failed has no heading.
    'page-has-heading-one': { enabled: false },
  },
}

/** The accessibility violations of a page, and whether it is wider than the window. */
export async function findAccessibilityErrors(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axeSource)
  await page.evaluate(transitionsEnded)
  // Selectors of all elements take a third of the time, so they are made after a violation only.
  const run = (selectors: boolean) =>
    page.evaluate<AxeResults['violations']>(
      `axe.run(${JSON.stringify({ ...axeOptions, selectors })}).then(({ violations }) => violations)`,
    )
  const violations = (await run(false)).length > 0 ? await run(true) : []
  const messages = violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary}`)
  const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
  return [...messages, ...(isWide ? ['wider than the window'] : [])]
}

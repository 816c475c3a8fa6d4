import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { sandboxApi } from '@onair/contract'
import type { AxeResults } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Static } from 'typebox'
import type { Config } from '../config.ts'
import { openChromium } from './chromium.ts'
import { openTestApp } from './test-app.ts'

export { chromiumUnavailable as skip } from './chromium.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The settings in which the accessibility of each page is checked. */
export const browserProfiles: [name: string, options: BrowserContextOptions][] = [
  ['desktop, English, light', { viewport: { width: 1280, height: 860 } }],
  ['phone of 360 px, Korean, dark', { viewport: { width: 360, height: 740 }, locale: 'ko-KR', colorScheme: 'dark' }],
]

type Overview = Static<typeof sandboxApi.people.getOverview.content>
type DemoPerson = Overview['demo']['people'][number]
/** The demo people, in the order in which the sandbox and the sign-in page list them. */
export const demoPeople = ['streamer', 'manager', 'subscriber', 'follower', 'viewer', 'otherViewer'] as const
export type DemoPersonName = (typeof demoPeople)[number]
type Campaign = { clientId?: string; categoryId?: string; rewards: string[]; watchMinutes?: number[] }

export type ConsoleBrowser = Awaited<ReturnType<typeof openBrowser>>

/** Opens a test app with the demo, and a browser page. */
export async function openBrowser(options: BrowserContextOptions = {}, settings: Partial<Config> = {}) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ demo: true, settings }))
  const browser = opening.use(await openChromium())
  const pageErrors: string[] = []
  const openPage = async (overrides: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'en-US', baseURL: testApp.url, ...options, ...overrides })
    const page = await context.newPage()
    page.on('pageerror', (error) => pageErrors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') pageErrors.push(message.text())
    })
    return page
  }
  const page = await openPage()
  const { demo }: Overview = await testApp.sandbox('GET', '')
  const people = Object.fromEntries(demoPeople.map((name, index) => [name, demo.people[index]]))
  const opened = opening.move()
  return {
    testApp,
    demo: { ...demo, ...(people as Record<DemoPersonName, DemoPerson>) },
    page,
    /** Opens a page in a new browser context. */
    openPage,
    /** The errors of all pages. */
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

/** Signs in as a demo person on the sign-in page, which then leads to `back`. */
export async function signIn(page: Page, back: string, person: DemoPersonName = 'streamer') {
  await page.goto(`/sign-in?${String(new URLSearchParams({ back }))}`)
  await page.locator('.people button').nth(demoPeople.indexOf(person)).click()
}

/** The serious and critical accessibility violations of a page, and whether it is wider than the window. */
export async function findAccessibilityErrors(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  const messages = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary}`)
  const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
  return [...messages, ...(isWide ? ['wider than the window'] : [])]
}

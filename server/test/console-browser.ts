import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Config } from '../config.ts'
import { openChromium } from './chromium.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export { chromiumUnavailable as skip } from './chromium.ts'

/** The settings in which the accessibility of each page is checked. */
export const browserProfiles: [name: string, options: BrowserContextOptions][] = [
  ['on a desk, in English, in the light', { viewport: { width: 1280, height: 860 } }],
  [
    'on a phone of 360 px, in Korean, in the dark',
    { viewport: { width: 360, height: 740 }, locale: 'ko-KR', colorScheme: 'dark' },
  ],
]

/** A test app with the demo, and a browser page. `complaints` holds all errors of all pages. `visit` opens a page in a new browser context. */
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
  const opened = opening.move()
  return { testApp, page, visit: openPage, complaints: pageErrors, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Signs in as a demo person, by default the first, and goes to a page. */
export async function signIn(page: Page, back: string, index = 0) {
  await page.goto(`/sign-in?${String(new URLSearchParams({ back }))}`)
  await page.locator('.people button').nth(index).click()
}

export async function demoClientId(testApp: TestApp): Promise<string> {
  return (await testApp.sandbox('GET', '')).demo.clientId
}

/** The serious and critical accessibility violations of a page, and whether it is wider than the window. */
export async function findAccessibilityErrors(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const messages = await page.evaluate(async () => {
    const { violations } = await (globalThis as any).axe.run()
    return violations
      .filter(({ impact }: any) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }: any) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`)
  })
  const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
  return [...messages, ...(isWide ? ['wider than the window'] : [])]
}

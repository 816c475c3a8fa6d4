import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Config } from '../config.ts'
import { openScene, type Scene } from './scene.ts'

const executablePath = '/usr/bin/chromium'
const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)
/** Why a test in a browser cannot run here; false where it can. */
export const skip = existsSync(executablePath) ? false : `there is no ${executablePath}`

/** The two ways in which each page is looked at for what keeps people out. */
export const ways: [name: string, options: BrowserContextOptions][] = [
  ['on a desk, in English, in the light', { viewport: { width: 1280, height: 860 } }],
  [
    'on a phone of 360 px, in Korean, in the dark',
    { viewport: { width: 360, height: 740 }, locale: 'ko-KR', colorScheme: 'dark' },
  ],
]

/** A browser on a platform with its demo world; whatever a page complains of is remembered. `visit` opens it as somebody else. */
export async function openBrowser(options: BrowserContextOptions = {}, settings: Partial<Config> = {}) {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openScene({ demo: true, settings }))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet] })
  opening.defer(() => browser.close())
  const complaints: string[] = []
  const visit = async (others: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'en-US', baseURL: scene.url, ...options, ...others })
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    return page
  }
  const page = await visit()
  const opened = opening.move()
  return { scene, page, visit, complaints, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Signs in as one of the demo's people, the first if not told otherwise, and goes on to a page. */
export async function signIn(page: Page, back: string, nth = 0) {
  await page.goto(`/sign-in?${String(new URLSearchParams({ back }))}`)
  await page.locator('.people button').nth(nth).click()
}

export async function demoClientId(scene: Scene): Promise<string> {
  return (await scene.play('GET', '')).demo.clientId
}

/** What an accessibility check finds that keeps people out, and whether the page is wider than its window. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as any).axe.run()
    return violations
      .filter(({ impact }: any) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }: any) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`)
  })
  const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
  return [...found, ...(isWide ? ['wider than the window'] : [])]
}

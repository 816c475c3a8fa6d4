import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Chromium } from './chromium.ts'

/*
 * Pages that the tests of this process use one after the other. A renderer that has loaded the console from an address loads
 * it again for half of the processor time. A page is emptied between two tests, and closed after calls that change more.
 */

const lastingCalls = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'once', 'route', 'routeWebSocket'],
  context: ['addInitScript', 'newCDPSession', 'on', 'once', 'route', 'routeWebSocket', 'setGeolocation', 'setOffline'],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
} as const
const maxFreePages = 3
const defaultViewport = { width: 1280, height: 720 }

type Options = BrowserContextOptions & { baseURL: string }
type KeptPage = { page: Page; options: Options; onError: (message: string) => void; isChanged: boolean }

let freePages: KeptPage[] = []

/**
 * A page in a context with these options, whose errors and error messages go to `onError`. It is given back while the server
 * still responds.
 */
export async function takePage(
  chromium: Chromium,
  options: Options,
  onError: KeptPage['onError'],
): Promise<AsyncDisposable & { page: Page }> {
  freePages = freePages.filter(({ page }) => !page.isClosed())
  const key = JSON.stringify(options)
  const free = freePages.find((one) => JSON.stringify(one.options) === key)
  freePages = freePages.filter((one) => one !== free)
  const kept = free ?? (await openPage(chromium, options))
  kept.onError = onError
  return { page: kept.page, [Symbol.asyncDispose]: () => giveBack(kept) }
}

export function listenForErrors(context: BrowserContext, onError: (message: string) => void): void {
  context.on('weberror', (webError) => onError(webError.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') onError(message.text())
  })
}

async function openPage(chromium: Chromium, options: Options): Promise<KeptPage> {
  const context = await chromium.newContext(options, { isKept: true })
  const kept: KeptPage = { page: await context.newPage(), options, onError: () => {}, isChanged: false }
  listenForErrors(context, (message) => kept.onError(message))
  noteCalls(kept.page, lastingCalls.page, kept)
  noteCalls(context, lastingCalls.context, kept)
  noteCalls(kept.page.clock, lastingCalls.clock, kept)
  return kept
}

function noteCalls<Name extends string>(target: { [name in Name]: unknown }, names: readonly Name[], kept: KeptPage) {
  for (const name of names) {
    const call = target[name] as (...args: unknown[]) => unknown
    const noted = (...args: unknown[]): unknown => {
      kept.isChanged = true
      return call.apply(target, args)
    }
    Object.assign(target, { [name]: noted })
  }
}

async function giveBack(kept: KeptPage): Promise<void> {
  kept.onError = () => {}
  const isEmpty = !kept.isChanged && (await empty(kept).catch(() => false))
  if (isEmpty) freePages.push(kept)
  const surplus = isEmpty ? freePages.splice(0, freePages.length - maxFreePages) : [kept]
  await Promise.all(surplus.map(({ page }) => page.context().close()))
}

async function empty({ page, options }: KeptPage): Promise<boolean> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  // A text of the same address leaves the renderer as it is.
  await page.goto('/robots.txt')
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.mouse.move(0, 0)
  await page.setViewportSize(options.viewport ?? defaultViewport)
  await context.clearCookies()
  await context.clearPermissions()
  return true
}

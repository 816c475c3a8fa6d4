import type { BrowserContextOptions, Page } from 'playwright-core'
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
const emptyPath = '/robots.txt'
const maxFreePages = 4
const defaultViewport = { width: 1280, height: 720 }

type Options = BrowserContextOptions & { baseURL: string }
type KeptPage = {
  page: Page
  options: Options
  onError: (message: string) => void
  isChanged: boolean
  close: () => Promise<void>
}

let freePages: KeptPage[] = []

/**
 * A page in a context with these options, whose errors and error messages go to `onError`. To dispose of it, or to close its
 * context, gives it back, while the server still responds. `isNew`: one that has loaded nothing.
 */
export async function takePage(
  chromium: Chromium,
  options: Options,
  onError: KeptPage['onError'],
  { isNew = false } = {},
): Promise<AsyncDisposable & { page: Page }> {
  freePages = freePages.filter(({ page }) => !page.isClosed())
  const key = JSON.stringify(options)
  const free = isNew ? undefined : freePages.find((one) => JSON.stringify(one.options) === key)
  freePages = freePages.filter((one) => one !== free)
  const kept = free ?? (await openPage(chromium, options))
  const { page } = kept
  const context = page.context()
  kept.onError = onError
  let givenBack: Promise<void> | null = null
  const dispose = () => (givenBack ??= giveBack(kept))
  context.close = dispose
  return { page, [Symbol.asyncDispose]: dispose }
}

async function openPage(chromium: Chromium, options: Options): Promise<KeptPage> {
  const context = await chromium.newContext(options, { isKept: true })
  const kept: KeptPage = {
    page: await context.newPage(),
    options,
    onError: () => {},
    isChanged: false,
    close: context.close.bind(context),
  }
  context.on('weberror', (webError) => kept.onError(webError.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') kept.onError(message.text())
  })
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
  // A page that has loaded nothing is not worth keeping.
  const isKept = !kept.isChanged && kept.page.url() !== 'about:blank'
  const isEmpty = isKept && (await empty(kept).catch(() => false))
  if (isEmpty) freePages.push(kept)
  const surplus = isEmpty ? freePages.splice(0, freePages.length - maxFreePages) : [kept]
  await Promise.all(surplus.map(({ close }) => close()))
}

async function empty({ page, options }: KeptPage): Promise<boolean> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  // A text of the same address leaves the renderer as it is.
  if (!page.url().endsWith(emptyPath)) await page.goto(emptyPath)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.mouse.move(0, 0)
  await page.setViewportSize(options.viewport ?? defaultViewport)
  await context.clearCookies()
  await context.clearPermissions()
  return true
}

import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'

/** The headless shell needs two thirds of Chromium's processor time. */
const executables = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
export const executablePath = executables.find((path) => existsSync(path))
const disabledFeatures = ['gpu', 'quic', 'background-networking', 'component-update', 'sync']
// Processes and threads of their own for the GPU, the network and a next page take a tenth or more of the
// processor time, and so do the threads of V8 and animations together.
const args = [
  '--no-sandbox',
  '--no-first-run',
  '--in-process-gpu',
  '--js-flags=--single-threaded',
  '--enable-features=NetworkServiceInProcess2',
  '--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process',
  '--disable-lcd-text',
  '--num-raster-threads=1',
  // Pages that ask for a camera, a microphone or a screen get ones that move and beep.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream=fps=30',
  ...disabledFeatures.map((feature) => `--disable-${feature}`),
]
const idleMs = 1_000

/** Why tests that need Chromium are skipped, or false. */
export const chromiumUnavailable = executablePath === undefined ? `${executables.join(' or ')} is not installed` : false

export type Chromium = AsyncDisposable & {
  newContext(options?: BrowserContextOptions, settings?: { isKept?: boolean }): Promise<BrowserContext>
}

let launched: Promise<Browser> | null = null
let users = 0

/**
 * Use of the one Chromium of this process. It starts with the first use and closes when it has been idle for a second,
 * so that the tests of a file share it. Disposing closes the contexts that were opened through this use, except kept ones.
 */
export async function openChromium(): Promise<Chromium> {
  users += 1
  launched ??= chromium.launch({ ...(executablePath && { executablePath }), args })
  const browser = await launched
  const contexts: BrowserContext[] = []
  return {
    async newContext(options, { isKept = false } = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      if (!isKept) contexts.push(context)
      return context
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()))
      users -= 1
      void closeWhenIdle()
    },
  }
}

async function closeWhenIdle() {
  const browser = launched
  await wait(idleMs)
  if (users > 0 || launched !== browser) return
  launched = null
  await (await browser)?.close()
}

import { openSandboxApp, type SandboxApp } from '../support/apps/sandbox-app.ts'

const tickMs = 20

/** A sandbox whose clock follows the time of the machine, with which receivers compare timestamps. */
export async function openTickingApp(): Promise<SandboxApp> {
  // So that a receiver need not poll so often that it delays the others.
  const opened = await openSandboxApp({ demo: true, settings: { quotaPerApp: 1_200 }, startsAt: Date.now() })
  let tickedAt = performance.now()
  const ticking = setInterval(() => {
    const elapsedMs = Math.floor(performance.now() - tickedAt)
    tickedAt += elapsedMs
    opened.clock.advance(elapsedMs)
  }, tickMs)
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await opened[Symbol.asyncDispose]()
    },
  }
}

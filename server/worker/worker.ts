import { sweepLives } from '../features/lives/sweep-lives.ts'
import { endSessionsOfDeadGateways } from '../features/sessions/end-sessions.ts'
import type { World } from '../world/world.ts'

/** How often each sweep runs, in real time. */
const sweeps = [
  { name: 'sessions-of-dead-gateways', everyMs: 3_000, sweep: endSessionsOfDeadGateways },
  { name: 'viewers-and-orders-gone', everyMs: 60_000, sweep: sweepLives },
]

/** The role that runs loops: what nobody asks for and must happen all the same. */
export async function openWorker(world: World): Promise<AsyncDisposable> {
  const { clock, log } = world
  const ending = new AbortController()
  const running = new Set<Promise<void>>()

  const runLater = (sweep: (typeof sweeps)[number]) => {
    if (ending.signal.aborted) return
    clock.after(sweep.everyMs, () => {
      if (ending.signal.aborted) return
      const run = sweep
        .sweep(world)
        .catch((error: unknown) => log.error({ sweep: sweep.name, error }, 'sweep.failed'))
        .finally(() => {
          running.delete(run)
          runLater(sweep)
        })
      running.add(run)
    })
  }
  for (const sweep of sweeps) runLater(sweep)
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

import { sweepAccounts } from '../features/accounts/sweep-accounts.ts'
import { idleAppsSweep } from '../features/apps/idle-apps.ts'
import { sweepTurns } from '../features/chat/sweep-turns.ts'
import { sweepRecords } from '../features/inspector/sweep-records.ts'
import { sweepLives } from '../features/lives/sweep-lives.ts'
import { sweepRestrictions } from '../features/restrictions/sweep-restrictions.ts'
import { endSessionsOfApp } from '../features/sessions/end-sessions-of-app.ts'
import { endSessionsOfDeadGateways } from '../features/sessions/end-sessions.ts'
import { sweepDeliveryLog } from '../features/webhooks/sweep-log.ts'
import { sweepSessions } from '../features/sessions/sweep-sessions.ts'
import type { World } from '../world/world.ts'
import { openDeliverer } from './deliver.ts'

/** How often each sweep runs, in real time. What a sweep remembers between its runs is of one worker. */
const sweepsOf = (): Sweep[] => [
  { name: 'sessions-of-dead-gateways', everyMs: 1_000, sweep: endSessionsOfDeadGateways },
  { name: 'viewers-and-orders-gone', everyMs: 60_000, sweep: sweepLives },
  { name: 'delivery-log', everyMs: 60_000, sweep: sweepDeliveryLog },
  { name: 'inspector-records', everyMs: 60_000, sweep: sweepRecords },
  { name: 'old-sessions', everyMs: 60_000, sweep: sweepSessions },
  { name: 'old-turns', everyMs: 60_000, sweep: sweepTurns },
  { name: 'ended-restrictions', everyMs: 60_000, sweep: sweepRestrictions },
  { name: 'expired-web-sessions', everyMs: 60_000, sweep: sweepAccounts },
  { name: 'idle-apps', everyMs: 60_000, sweep: idleAppsSweep(endSessionsOfApp) },
]

type Sweep = { name: string; everyMs: number; sweep: (world: World) => Promise<void> }

/** The role that runs loops: what nobody asks for and must happen all the same. */
export async function openWorker(world: World): Promise<AsyncDisposable> {
  const { clock, log } = world
  const ending = new AbortController()
  const running = new Set<Promise<void>>()

  const runLater = (sweep: Sweep) => {
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
  const deliverer = await openDeliverer(world)
  for (const sweep of sweepsOf()) runLater(sweep)
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await deliverer[Symbol.asyncDispose]()
      await Promise.all(running)
    },
  }
}

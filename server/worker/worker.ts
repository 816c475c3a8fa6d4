import { sweepAccounts } from '../features/accounts/sweep-accounts.ts'
import { createIdleAppsSweep } from '../features/apps/idle-apps.ts'
import { sweepSlowMode } from '../features/chat/sweep-slow-mode.ts'
import { sweepRecords } from '../features/inspector/sweep-records.ts'
import { sweepLives } from '../features/lives/sweep-lives.ts'
import { sweepRestrictions } from '../features/restrictions/sweep-restrictions.ts'
import { endAppSessions } from '../features/sessions/end-app-sessions.ts'
import { endOrphanedSessions } from '../features/sessions/end-orphaned-sessions.ts'
import { sweepDeliveryLog } from '../features/webhooks/sweep-delivery-log.ts'
import { sweepSessions } from '../features/sessions/sweep-sessions.ts'
import type { Deps } from '../infra/deps.ts'
import { openDeliveryWorker } from './webhooks/deliver.ts'

/** How often each sweep runs, in real time. What a sweep remembers between its runs is of one worker. */
const createSweeps = (): Sweep[] => [
  { name: 'orphaned-sessions', intervalMs: 1_000, run: endOrphanedSessions },
  { name: 'expired-viewers-and-live-lists', intervalMs: 60_000, run: sweepLives },
  { name: 'delivery-log', intervalMs: 60_000, run: sweepDeliveryLog },
  { name: 'inspector-records', intervalMs: 60_000, run: sweepRecords },
  { name: 'expired-sessions', intervalMs: 60_000, run: sweepSessions },
  { name: 'expired-slow-mode-slots', intervalMs: 60_000, run: sweepSlowMode },
  { name: 'expired-restrictions', intervalMs: 60_000, run: sweepRestrictions },
  { name: 'expired-web-sessions', intervalMs: 60_000, run: sweepAccounts },
  { name: 'idle-apps', intervalMs: 60_000, run: createIdleAppsSweep(endAppSessions) },
]

type Sweep = { name: string; intervalMs: number; run: (deps: Deps) => Promise<void> }

/** The role that runs loops: what nobody asks for and must happen all the same. */
export async function openWorker(deps: Deps): Promise<AsyncDisposable> {
  const { clock, log } = deps
  const closing = new AbortController()
  const running = new Set<Promise<void>>()

  const scheduleSweep = (sweep: Sweep) => {
    if (closing.signal.aborted) return
    clock.after(sweep.intervalMs, () => {
      if (closing.signal.aborted) return
      const run = sweep
        .run(deps)
        .catch((error: unknown) => log.error({ sweep: sweep.name, error }, 'sweep.failed'))
        .finally(() => {
          running.delete(run)
          scheduleSweep(sweep)
        })
      running.add(run)
    })
  }
  const deliveryWorker = await openDeliveryWorker(deps)
  for (const sweep of createSweeps()) scheduleSweep(sweep)
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await deliveryWorker[Symbol.asyncDispose]()
      await Promise.all(running)
    },
  }
}

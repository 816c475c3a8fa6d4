import { setTimeout as wait } from 'node:timers/promises'
import { countDueDeliveries } from '@onair/server/features/webhooks/delivery-store.ts'
import { processTime } from '@onair/server/infra/clock.ts'
import type { Deps } from '@onair/server/infra/deps.ts'

const pollMs = 10

/**
 * Waits for the webhook attempts that are due or in progress, at most `maxWaitMs` of real time. Returns how many have not
 * ended. It reads the database, because the worker may be another process.
 */
export async function finishDueAttempts(maxWaitMs: number, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<number> {
  const until = processTime() + maxWaitMs
  for (;;) {
    const unfinished = await countDueDeliveries(db.read, clock.now())
    if (unfinished === 0 || processTime() >= until) return unfinished
    await wait(pollMs)
  }
}

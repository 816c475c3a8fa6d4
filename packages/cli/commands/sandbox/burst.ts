import { setTimeout as after } from 'node:timers/promises'
import { systemClock } from '@onair/server/infra/clock.ts'
import { printToStderr } from '../../print.ts'

/** Limits concurrency if the server does not keep up with the rate. */
const maxInFlight = 100
const progressDelayMs = 2_000

/** Runs a task `times` times at this rate and returns the duration in ms. Prints progress after two seconds. */
export async function burst(times: number, perSecond: number, run: (n: number) => Promise<void>): Promise<number> {
  const clock = systemClock()
  const startedAt = clock.uptime()
  const inFlight = new Set<Promise<void>>()
  let nextProgressAt = startedAt + progressDelayMs
  let done = 0
  const failures: unknown[] = []
  for (let n = 1; n <= times && failures.length === 0; n++) {
    const waitMs = startedAt + ((n - 1) * 1_000) / perSecond - clock.uptime()
    if (waitMs > 0) await after(waitMs)
    if (inFlight.size >= maxInFlight) await Promise.race(inFlight)
    const task = run(n)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        done += 1
        inFlight.delete(task)
      })
    inFlight.add(task)
    if (clock.uptime() < nextProgressAt) continue
    printToStderr(`${done} of ${times} …`)
    nextProgressAt += 1_000
  }
  await Promise.all(inFlight)
  if (failures.length > 0) throw failures[0]
  return clock.uptime() - startedAt
}

import { sandboxClock } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { invalidField } from '../../shared/refusal.ts'
import { clockTopic, busEvent } from '../../shared/events.ts'
import { loadClockOffset, lockClockOffset, updateClockOffset } from '../clock/clock-store.ts'

export const readClock = defineHandler(sandboxClock.getClock, async (_call, { clock, db }) => ({
  now: utcDate(clock.now()),
  aheadSeconds: toSeconds((await loadClockOffset(db.read)).offsetMs),
}))

const firstDate = 0
const lastDate = Date.UTC(9999, 11, 31)

/** Moves the platform's time for every process, and for the next start. Moved back, dates go back, and no lifetime does. */
export const moveClock = defineHandler(sandboxClock.moveClock, async ({ body: { advanceSeconds } }, { clock, db }) => {
  const previousNow = clock.now()
  const advanceMs = advanceSeconds * 1000
  if (previousNow + advanceMs < firstDate || previousNow + advanceMs > lastDate)
    throw invalidField('advanceSeconds', 'TIME_OUT_OF_RANGE')
  const offsetMs = await db.transaction(async (tx, publish) => {
    const { offsetMs, rewoundMs } = await lockClockOffset(tx)
    const newOffset = { offsetMs: offsetMs + advanceMs, rewoundMs: rewoundMs + Math.max(0, -advanceMs) }
    await updateClockOffset(tx, newOffset)
    publish(busEvent(clockTopic, newOffset))
    return newOffset.offsetMs
  })
  return { now: utcDate(previousNow + advanceMs), aheadSeconds: toSeconds(offsetMs) }
})

/** It is moved by whole seconds alone. */
function toSeconds(offsetMs: number): number {
  return offsetMs / 1000
}

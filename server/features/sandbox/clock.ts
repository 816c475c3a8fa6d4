import { sandboxClock } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { clockTopic, signal } from '../../kit/signals.ts'
import { lockOffset, putOffset } from './clock-store.ts'

export const readClock = handle(sandboxClock.readClock, async (_call, { clock }) => ({ now: utcDate(clock.now()) }))

/** Moves the platform's time for every process, and for the next start. */
export const moveClock = handle(sandboxClock.moveClock, async ({ body: { advanceSeconds } }, { clock, db }) => {
  const before = clock.now()
  const movedMs = advanceSeconds * 1000
  await db.change(async (tx, tell) => {
    const offsetMs = (await lockOffset(tx)) + movedMs
    await putOffset(tx, offsetMs)
    tell(signal(clockTopic, { offsetMs }))
  })
  return { now: utcDate(before + movedMs) }
})

import { sandboxClock } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { badField } from '../../kit/refusal.ts'
import { clockTopic, signal } from '../../kit/signals.ts'
import { loadMoved, lockMoved, putMoved } from '../clock/clock-store.ts'

export const readClock = handle(sandboxClock.readClock, async (_call, { clock, db }) => ({
  now: utcDate(clock.now()),
  aheadSeconds: secondsOf((await loadMoved(db.read)).offsetMs),
}))

const firstDate = 0
const lastDate = Date.UTC(9999, 11, 31)

/** Moves the platform's time for every process, and for the next start. Moved back, dates go back, and no lifetime does. */
export const moveClock = handle(sandboxClock.moveClock, async ({ body: { advanceSeconds } }, { clock, db }) => {
  const before = clock.now()
  const movedMs = advanceSeconds * 1000
  if (before + movedMs < firstDate || before + movedMs > lastDate) throw badField('advanceSeconds', 'BEYOND_TIME')
  const offsetMs = await db.change(async (tx, tell) => {
    const { offsetMs, takenBackMs } = await lockMoved(tx)
    const moved = { offsetMs: offsetMs + movedMs, takenBackMs: takenBackMs + Math.max(0, -movedMs) }
    await putMoved(tx, moved)
    tell(signal(clockTopic, moved))
    return moved.offsetMs
  })
  return { now: utcDate(before + movedMs), aheadSeconds: secondsOf(offsetMs) }
})

/** It is moved by whole seconds alone. */
function secondsOf(offsetMs: number): number {
  return offsetMs / 1000
}

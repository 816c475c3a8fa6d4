import type { ContentOf, sandboxApi } from '@onair/contract'
import { sampleAroundMove } from '@onair/server/features/lives/statistics/sample-lives.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { invalidField } from '@onair/server/shared/refusal.ts'
import { clockTopic, busMessage } from '@onair/server/shared/bus-messages.ts'
import type { ClockReading } from '@onair/server/infra/clock.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { loadClockOffset, lockClockOffset, updateClockOffset } from '@onair/server/features/clock/clock-store.ts'
import { countDeadlines, noDeadlines } from './deadline-store.ts'
import { finishDueAttempts } from './finish-due-attempts.ts'

type ClockState = ContentOf<typeof sandboxApi.clock.getClock>
type MovedClock = ContentOf<typeof sandboxApi.clock.moveClock>
type MoveDeps = Pick<Deps, 'clock' | 'db'>
/** `writeUsage`: writes the counted uses of applications. `sweep`: runs the sweeps that follow the clock. */
export type AroundMove = { writeUsage: () => Promise<void>; sweep: () => Promise<void> }

/** A receiver in the thread that moves the clock answers afterwards, within the 5 s of an attempt. */
const maxWaitMs = { before: 1_000, after: 2_500 }
const firstDate = 0
const lastDate = Date.UTC(9999, 11, 31)

export async function getClock({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<ClockState> {
  const { offsetMs } = await loadClockOffset(db.read)
  return { now: utcDate(clock.now()), aheadSeconds: offsetMs / 1000 }
}

/**
 * Moves the platform's time in every process, and after a restart. What becomes due by the move has happened afterwards.
 * Moving it back changes dates, but no credential that expired becomes valid again.
 */
export async function moveClock(
  advanceSeconds: number,
  { writeUsage, sweep }: AroundMove,
  deps: MoveDeps,
): Promise<MovedClock> {
  const before = deps.clock.read()
  const advanceMs = advanceSeconds * 1000
  if (before.now + advanceMs < firstDate || before.now + advanceMs > lastDate)
    throw invalidField('advanceSeconds', 'TIME_OUT_OF_RANGE')
  if (advanceMs <= 0) return { ...(await setClock(advanceMs, before, deps)), done: noDeadlines, unfinishedAttempts: 0 }
  // An application that was used a moment ago would be idle.
  await writeUsage()
  // The wait for a retry begins when the attempt before it ends.
  await finishDueAttempts(maxWaitMs.before, deps)
  const due = await countDeadlines(deps.db.read, { ...before, advanceMs })
  const moved = await sampleAroundMove(advanceSeconds, () => setClock(advanceMs, before, deps), deps)
  await sweep()
  const unfinishedAttempts = await finishDueAttempts(maxWaitMs.after, deps)
  const attempts = Math.max(0, due.WEBHOOK_RETRY - unfinishedAttempts)
  return { ...moved, done: { ...due, WEBHOOK_RETRY: attempts }, unfinishedAttempts }
}

async function setClock(advanceMs: number, before: ClockReading, { db }: MoveDeps): Promise<ClockState> {
  const offsetMs = await db.transaction(async (tx, publish) => {
    const { offsetMs, rewoundMs } = await lockClockOffset(tx)
    const newOffset = { offsetMs: offsetMs + advanceMs, rewoundMs: rewoundMs + Math.max(0, -advanceMs) }
    await updateClockOffset(tx, newOffset)
    publish(busMessage(clockTopic, newOffset))
    return newOffset.offsetMs
  })
  return { now: utcDate(before.now + advanceMs), aheadSeconds: offsetMs / 1000 }
}

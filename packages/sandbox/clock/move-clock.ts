import type { ContentOf, sandboxApi } from '@onair/contract'
import { utcDate } from '@onair/server/shared/dates.ts'
import { invalidField } from '@onair/server/shared/refusal.ts'
import { clockTopic, busMessage } from '@onair/server/shared/bus-messages.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { loadClockOffset, lockClockOffset, updateClockOffset } from '@onair/server/features/clock/clock-store.ts'

type ClockState = ContentOf<typeof sandboxApi.clock.getClock>

const firstDate = 0
const lastDate = Date.UTC(9999, 11, 31)

export async function getClock({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<ClockState> {
  const { offsetMs } = await loadClockOffset(db.read)
  return { now: utcDate(clock.now()), aheadSeconds: offsetMs / 1000 }
}

/**
 * Moves the platform's time in every process, and after a restart. Moving it back changes dates, but no credential that
 * expired becomes valid again.
 */
export async function moveClock(
  advanceSeconds: number,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ClockState> {
  const previousNow = clock.now()
  const advanceMs = advanceSeconds * 1000
  if (previousNow + advanceMs < firstDate || previousNow + advanceMs > lastDate)
    throw invalidField('advanceSeconds', 'TIME_OUT_OF_RANGE')
  const offsetMs = await db.transaction(async (tx, publish) => {
    const { offsetMs, rewoundMs } = await lockClockOffset(tx)
    const newOffset = { offsetMs: offsetMs + advanceMs, rewoundMs: rewoundMs + Math.max(0, -advanceMs) }
    await updateClockOffset(tx, newOffset)
    publish(busMessage(clockTopic, newOffset))
    return newOffset.offsetMs
  })
  return { now: utcDate(previousNow + advanceMs), aheadSeconds: offsetMs / 1000 }
}

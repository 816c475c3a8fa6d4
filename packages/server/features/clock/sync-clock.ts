import { clockTopic, subscribe } from '../../shared/bus-messages.ts'
import { repeat } from '../../shared/repeat.ts'
import type { AdjustableClock } from '../../infra/clock.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadClockOffset, raiseHighWaterMark } from './clock-store.ts'

const syncIntervalMs = 5_000
/** A process whose clock is further behind that of another is reported in the log. */
const maxSkewMs = 10_000

/**
 * Keeps the clock of this process in sync with those of the others, and with the time before it
 * started: the same offset, and a `monotonicNow` that is never behind. No credential that has
 * expired becomes valid again when a machine's time changes. Decision 9.
 */
export async function syncClock(
  { bus, db, log }: Pick<Deps, 'bus' | 'db' | 'log'>,
  clock: AdjustableClock,
): Promise<AsyncDisposable> {
  let offsetUpdates = 0

  const sync = async () => {
    const updatesBefore = offsetUpdates
    const monotonicNow = clock.monotonicNow()
    const { highWaterMark, ...offset } = await db.transaction((tx) => raiseHighWaterMark(tx, monotonicNow))
    if (highWaterMark - monotonicNow > maxSkewMs)
      log.warn({ skewMs: highWaterMark - monotonicNow }, 'clock.skew_detected')
    // An offset that the bus brought during the read may be newer.
    if (offsetUpdates === updatesBefore) clock.setOffset(offset)
    clock.advanceMonotonicTo(highWaterMark)
  }
  const onError = (error: unknown) => log.warn({ error: String(error) }, 'clock.sync_failed')

  const subscription = await subscribe(bus, clockTopic, (offset) => {
    offsetUpdates += 1
    clock.setOffset(offset)
  })
  clock.setOffset(await loadClockOffset(db.read))
  await sync()
  const syncLoop = repeat(sync, { clock, intervalMs: syncIntervalMs, onError })
  return {
    async [Symbol.asyncDispose]() {
      await syncLoop[Symbol.asyncDispose]()
      await subscription[Symbol.asyncDispose]()
      await sync().catch(onError)
    },
  }
}

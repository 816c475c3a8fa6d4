import { clockTopic, subscribe } from '../../shared/events.ts'
import type { AdjustableClock } from '../../infra/clock.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadClockOffset, raiseHighWaterMark } from './clock-store.ts'

/** How often a process writes down how far lifetimes have come, and takes up what the others wrote. */
const syncIntervalMs = 5_000
/** Machines of one platform are this close together; who is further behind is told of in the log. */
const maxSkewMs = 10_000

/**
 * Keeps the clock of this process with those of the others, and with what was before it began: moved as far as they are,
 * and `onward` nowhere behind. So no lifetime that has ended begins again, whatever becomes of a machine's time.
 */
export async function syncClock(
  { bus, db, log }: Pick<Deps, 'bus' | 'db' | 'log'>,
  clock: AdjustableClock,
): Promise<AsyncDisposable> {
  let isStopped = false
  let offsetUpdates = 0
  let timer: Disposable | null = null
  let running: Promise<void> = Promise.resolve()

  const sync = async () => {
    const updatesBefore = offsetUpdates
    const monotonicNow = clock.monotonicNow()
    const { highWaterMark, ...offset } = await db.transaction((tx) => raiseHighWaterMark(tx, monotonicNow))
    if (highWaterMark - monotonicNow > maxSkewMs)
      log.warn({ skewMs: highWaterMark - monotonicNow }, 'clock.skew_detected')
    // What was read while news came may be older than the news.
    if (offsetUpdates === updatesBefore) clock.setOffset(offset)
    clock.advanceMonotonicTo(highWaterMark)
  }
  const scheduleSync = () => {
    if (isStopped) return
    timer = clock.after(syncIntervalMs, () => {
      running = sync()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'clock.sync_failed'))
        .finally(scheduleSync)
    })
  }

  const subscription = await subscribe(bus, clockTopic, (offset) => {
    offsetUpdates += 1
    clock.setOffset(offset)
  })
  clock.setOffset(await loadClockOffset(db.read))
  await sync()
  scheduleSync()
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      timer?.[Symbol.dispose]()
      await running
      await subscription[Symbol.asyncDispose]()
      await sync().catch((error: unknown) => log.warn({ error: String(error) }, 'clock.sync_failed'))
    },
  }
}

import { createAdjustableClock, type AdjustableClock } from '@onair/server/infra/clock.ts'

/** A clock for tests. `advance` moves it and runs the timers that are due, in order. */
export type FakeClock = AdjustableClock & {
  advance(ms: number): void
  /** The offset by which the machine's clock is set forward; `uptime` is not affected. The sandbox uses `setOffset`. */
  systemOffsetMs(): number
  setSystemOffsetMs(offsetMs: number): void
}

export function fakeClock(startsAt = Date.UTC(2026, 6, 18, 14, 32, 12)): FakeClock {
  let uptimeMs = 0
  let offsetMs = 0
  const timers = new Set<{ due: number; callback: () => void }>()

  const nextDue = (latest: number) => {
    let next: { due: number; callback: () => void } | undefined
    for (const timer of timers) if (timer.due <= latest && (next === undefined || timer.due < next.due)) next = timer
    return next
  }
  const clock = createAdjustableClock(() => startsAt + uptimeMs + offsetMs, {
    uptime: () => uptimeMs,
    after(delayMs, callback) {
      const timer = { due: uptimeMs + delayMs, callback }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
  })
  return {
    ...clock,
    systemOffsetMs: () => offsetMs,
    setSystemOffsetMs(offset) {
      clock.monotonicNow()
      offsetMs = offset
    },
    advance(ms) {
      const target = uptimeMs + ms
      for (let timer = nextDue(target); timer !== undefined; timer = nextDue(target)) {
        timers.delete(timer)
        uptimeMs = timer.due
        timer.callback()
      }
      uptimeMs = target
    },
  }
}

/**
 * Time, handed in. `now` is the platform's own time: dates and waits follow it, and the sandbox may move it.
 * `onward` is `now` that never goes back: what credentials live by, so that nothing that has ended begins again. Where the
 * time was never set back the two are the same; where it was, `onward` goes on from where it was.
 * `real` goes on by itself whatever is done to `now`: socket pings, leases and request deadlines follow it.
 * All in milliseconds; `now` and `onward` since 1970, `real` since some moment before the program started.
 */
export type Clock = {
  now(): number
  monotonicNow(): number
  uptime(): number
  /** Runs `act` once, after that much real time, unless the timer is disposed of before. It does not keep the program alive. */
  after(delayMs: number, callback: () => void): Disposable
}

/** How far the platform's time is ahead of the machine's, and how far it was moved back in all. */
export type ClockOffset = { offsetMs: number; rewoundMs: number }

/** A clock that runs with the machine's, as far ahead of it as the sandbox moved it. */
export type AdjustableClock = Clock & {
  setOffset(offset: ClockOffset): void
  /** Brings `onward` to this moment, if it has not come so far. */
  advanceMonotonicTo(monotonicNow: number): void
}

export function systemClock(): AdjustableClock {
  return createAdjustableClock(() => Date.now(), {
    uptime: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs)
      timer.unref()
      return { [Symbol.dispose]: () => clearTimeout(timer) }
    },
  })
}

/**
 * `furthest` is how far the machine's time, with all that the sandbox moved it ahead, was ever ahead of the real time. A
 * machine whose clock is set back leaves it as it was, and so does a move back.
 */
function createAdjustableClock(
  systemNow: () => number,
  { uptime, after }: Pick<Clock, 'uptime' | 'after'>,
): AdjustableClock {
  let offset: ClockOffset = { offsetMs: 0, rewoundMs: 0 }
  let maxLead = Number.NEGATIVE_INFINITY

  const now = () => systemNow() + offset.offsetMs
  const monotonicNow = () => {
    const uptimeMs = uptime()
    maxLead = Math.max(maxLead, now() + offset.rewoundMs - uptimeMs)
    return Math.round(uptimeMs + maxLead)
  }
  return {
    now,
    monotonicNow,
    uptime,
    after,
    setOffset(newOffset) {
      monotonicNow()
      offset = newOffset
    },
    advanceMonotonicTo(atLeast) {
      maxLead = Math.max(maxLead, atLeast - uptime())
    },
  }
}

/** A clock for tests: it stands still until it is told to go on, and then runs every timer that has come due, in order. */
export type FakeClock = AdjustableClock & {
  advance(ms: number): void
  /** How far the machine's time has leapt, and has it leap there; `real` does not. */
  offsetMs(): number
  setOffsetMs(offsetMs: number): void
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
    offsetMs: () => offsetMs,
    setOffsetMs(offset) {
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

/**
 * Time, handed in. `now` is the platform's own time: lifetimes, dates and waits follow it, and the sandbox may move it.
 * `real` goes on by itself whatever is done to `now`: socket pings, leases and request deadlines follow it.
 * Both in milliseconds; `now` since 1970, `real` since some moment before the program started.
 */
export type Clock = {
  now(): number
  real(): number
  /** Runs `act` once, after that much real time, unless the timer is disposed of before. It does not keep the program alive. */
  after(realMs: number, act: () => void): Disposable
}

/** A clock that runs with the machine's, some way ahead of it. The sandbox moves it with `advance`. */
export type OffsetClock = Clock & { offsetMs(): number; moveTo(offsetMs: number): void }

export function offsetClock(offsetMs = 0): OffsetClock {
  return {
    now: () => Date.now() + offsetMs,
    real: () => performance.now(),
    after(realMs, act) {
      const timer = setTimeout(act, realMs)
      timer.unref()
      return { [Symbol.dispose]: () => clearTimeout(timer) }
    },
    offsetMs: () => offsetMs,
    moveTo(offset) {
      offsetMs = offset
    },
  }
}

/** A clock for tests: it stands still until it is told to go on, and then runs every timer that has come due, in order. */
export type HeldClock = OffsetClock & { advance(ms: number): void }

export function heldClock(startsAt = Date.UTC(2026, 6, 18, 14, 32, 12)): HeldClock {
  let real = 0
  let offsetMs = 0
  const timers = new Set<{ due: number; act: () => void }>()

  const nextDue = (until: number) => {
    let next: { due: number; act: () => void } | undefined
    for (const timer of timers) if (timer.due <= until && (next === undefined || timer.due < next.due)) next = timer
    return next
  }
  return {
    now: () => startsAt + real + offsetMs,
    real: () => real,
    after(realMs, act) {
      const timer = { due: real + realMs, act }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
    offsetMs: () => offsetMs,
    moveTo(offset) {
      offsetMs = offset
    },
    advance(ms) {
      const until = real + ms
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer)
        real = timer.due
        timer.act()
      }
      real = until
    },
  }
}

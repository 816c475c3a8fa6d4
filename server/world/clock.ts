/**
 * Time, handed in. `now` is the platform's own time: dates and waits follow it, and the sandbox may move it.
 * `onward` is `now` that never goes back: what credentials live by, so that nothing that has ended begins again. Where the
 * time was never set back the two are the same; where it was, `onward` goes on from where it was.
 * `real` goes on by itself whatever is done to `now`: socket pings, leases and request deadlines follow it.
 * All in milliseconds; `now` and `onward` since 1970, `real` since some moment before the program started.
 */
export type Clock = {
  now(): number
  onward(): number
  real(): number
  /** Runs `act` once, after that much real time, unless the timer is disposed of before. It does not keep the program alive. */
  after(realMs: number, act: () => void): Disposable
}

/** How far the platform's time is ahead of the machine's, and how far it was moved back in all. */
export type Moved = { offsetMs: number; takenBackMs: number }

/** A clock that runs with the machine's, as far ahead of it as the sandbox moved it. */
export type OffsetClock = Clock & {
  setMoved(moved: Moved): void
  /** Brings `onward` to this moment, if it has not come so far. */
  catchUp(onward: number): void
}

export function offsetClock(): OffsetClock {
  return movable(() => Date.now(), {
    real: () => performance.now(),
    after(realMs, act) {
      const timer = setTimeout(act, realMs)
      timer.unref()
      return { [Symbol.dispose]: () => clearTimeout(timer) }
    },
  })
}

/**
 * `furthest` is how far the machine's time, with all that the sandbox moved it ahead, was ever ahead of the real time. A
 * machine whose clock is set back leaves it as it was, and so does a move back.
 */
function movable(machine: () => number, { real, after }: Pick<Clock, 'real' | 'after'>): OffsetClock {
  let moved: Moved = { offsetMs: 0, takenBackMs: 0 }
  let furthest = Number.NEGATIVE_INFINITY

  const now = () => machine() + moved.offsetMs
  const onward = () => {
    const at = real()
    furthest = Math.max(furthest, now() + moved.takenBackMs - at)
    return Math.round(at + furthest)
  }
  return {
    now,
    onward,
    real,
    after,
    setMoved(to) {
      onward()
      moved = to
    },
    catchUp(to) {
      furthest = Math.max(furthest, to - real())
    },
  }
}

/** A clock for tests: it stands still until it is told to go on, and then runs every timer that has come due, in order. */
export type HeldClock = OffsetClock & {
  advance(ms: number): void
  /** How far the machine's time has leapt, and has it leap there; `real` does not. */
  offsetMs(): number
  moveTo(offsetMs: number): void
}

export function heldClock(startsAt = Date.UTC(2026, 6, 18, 14, 32, 12)): HeldClock {
  let real = 0
  let offsetMs = 0
  const timers = new Set<{ due: number; act: () => void }>()

  const nextDue = (until: number) => {
    let next: { due: number; act: () => void } | undefined
    for (const timer of timers) if (timer.due <= until && (next === undefined || timer.due < next.due)) next = timer
    return next
  }
  const held = movable(() => startsAt + real + offsetMs, {
    real: () => real,
    after(realMs, act) {
      const timer = { due: real + realMs, act }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
  })
  return {
    ...held,
    offsetMs: () => offsetMs,
    moveTo(offset) {
      held.onward()
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

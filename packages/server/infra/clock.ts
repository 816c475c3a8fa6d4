/** All times are in milliseconds. */
export type Clock = {
  /** Platform time since 1970: used for dates and business deadlines. The sandbox can move it in both directions. */
  now(): number
  /**
   * Platform time that never decreases: used for the lifetimes of credentials, so that nothing expired becomes valid
   * again. Equal to `now` until the time is moved back; then it continues from its last value.
   */
  monotonicNow(): number
  /** Monotonic process time, which nothing moves: used for socket pings, leases and request deadlines. */
  uptime(): number
  /** Platform time minus system time: 0 unless a sandbox has moved it. */
  offsetMs(): number
  /** All three times of one moment. A request reads the clock once: each reading of the machine's clock takes time. */
  read(): ClockReading
  /** Calls `callback` once after `delayMs` of process time, unless disposed of first. Does not keep the process alive. */
  after(delayMs: number, callback: () => void): Disposable
}

export type ClockReading = { now: number; monotonicNow: number; uptime: number }

/** `offsetMs`: platform time minus system time. `rewoundMs`: the total by which platform time was moved back. */
export type ClockOffset = { offsetMs: number; rewoundMs: number }

/** A clock whose platform time can be moved. */
export type AdjustableClock = Clock & {
  setOffset(offset: ClockOffset): void
  /** Sets the offset of data that was copied, before the clock is used: `monotonicNow` may begin in the past. */
  startAt(offset: ClockOffset): void
  /** Raises `monotonicNow` to at least this value. */
  advanceMonotonicTo(monotonicNow: number): void
}

/** The time of the process in milliseconds, also in tests: for slices of the event loop, which no clock moves. */
export function processTime(): number {
  return performance.now()
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

/** A clock whose timers can wait: while it is paused none runs, and those that are due run when it continues. */
export type PausableClock = AdjustableClock & { pause(): void; resume(): void }

export function pausableClock(clock: AdjustableClock): PausableClock {
  const timers = new Set<{ start: () => void; stop: () => void }>()
  let isPaused = false
  return {
    ...clock,
    after(delayMs, callback) {
      const dueAt = clock.uptime() + delayMs
      let running: Disposable | null = null
      const timer = {
        start() {
          running = clock.after(Math.max(0, dueAt - clock.uptime()), () => {
            timers.delete(timer)
            callback()
          })
        },
        stop: () => running?.[Symbol.dispose](),
      }
      timers.add(timer)
      if (!isPaused) timer.start()
      return {
        [Symbol.dispose]() {
          timers.delete(timer)
          timer.stop()
        },
      }
    },
    pause() {
      if (isPaused) return
      isPaused = true
      for (const timer of timers) timer.stop()
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      for (const timer of timers) timer.start()
    },
  }
}

/**
 * `maxLead` is the largest value so far of (system time + all forward moves of the sandbox − process time). Setting the
 * system clock back or moving platform time back does not decrease it, so `monotonicNow` does not decrease either.
 */
function createAdjustableClock(
  systemNow: () => number,
  { uptime, after }: Pick<Clock, 'uptime' | 'after'>,
): AdjustableClock {
  let offset: ClockOffset = { offsetMs: 0, rewoundMs: 0 }
  let maxLead = Number.NEGATIVE_INFINITY

  const now = () => systemNow() + offset.offsetMs
  const read = (): ClockReading => {
    const [uptimeMs, platformNow] = [uptime(), now()]
    maxLead = Math.max(maxLead, platformNow + offset.rewoundMs - uptimeMs)
    return { now: platformNow, monotonicNow: Math.round(uptimeMs + maxLead), uptime: uptimeMs }
  }
  const monotonicNow = () => read().monotonicNow
  return {
    now,
    monotonicNow,
    uptime,
    offsetMs: () => offset.offsetMs,
    read,
    after,
    setOffset(newOffset) {
      monotonicNow()
      offset = newOffset
    },
    startAt(newOffset) {
      offset = newOffset
      maxLead = Number.NEGATIVE_INFINITY
    },
    advanceMonotonicTo(atLeast) {
      maxLead = Math.max(maxLead, atLeast - uptime())
    },
  }
}

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

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

/**
 * `maxLead` is the largest value so far of (system time + all forward moves of the sandbox − process time). Setting the
 * system clock back or moving platform time back does not decrease it, so `monotonicNow` does not decrease either.
 */
export function createAdjustableClock(
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

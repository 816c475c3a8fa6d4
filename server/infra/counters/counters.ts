/**
 * Counts within a time window, shared by every process and deleted automatically: for quotas and for limits on login
 * attempts. `now` is platform time in ms since 1970. `windowMs` is how long a count lives after its first increment.
 */
export type Counters = AsyncDisposable & {
  /**
   * Adds `by` (default 1) and returns the count within the window and the end of the window (ms since 1970). Atomic
   * across processes. The memory counters return synchronously, because every API call is counted.
   */
  add(key: string, windowMs: number, now: number, by?: number): WindowCount | Promise<WindowCount>
  /** The current count. */
  read(key: string, now: number): Promise<number>
  reset(key: string): Promise<void>
}

export type WindowCount = { count: number; endsAt: number }

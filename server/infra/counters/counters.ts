/**
 * Counts that are shared by every process and forgotten by themselves: quotas, slowed guessing.
 * `now` is the platform's own time in ms since 1970, `windowMs` how long a count lives from its first increment.
 */
export type Counters = AsyncDisposable & {
  /**
   * Adds one (or `by`) and tells the count so far within the window and when the window ends (ms since 1970). Atomic over
   * all processes. Counters that need not wait answer at once, because every call of the interface is counted.
   */
  add(key: string, windowMs: number, now: number, by?: number): WindowCount | Promise<WindowCount>
  /** The count so far, without adding. */
  read(key: string, now: number): Promise<number>
  reset(key: string): Promise<void>
}

export type WindowCount = { count: number; endsAt: number }

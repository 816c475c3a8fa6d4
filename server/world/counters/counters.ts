/**
 * Counts that are shared by every process and forgotten by themselves: quotas, slowed guessing.
 * `now` is the platform's own time in ms since 1970, `windowMs` how long a count lives from its first increment.
 */
export type Counters = AsyncDisposable & {
  /** Adds one (or `by`) and tells the count so far within the window and when the window ends (ms since 1970). Atomic over all processes. */
  add(key: string, windowMs: number, now: number, by?: number): Promise<{ count: number; endsAt: number }>
  /** The count so far, without adding. */
  read(key: string, now: number): Promise<number>
  forget(key: string): Promise<void>
}

import { setTimeout as wait } from 'node:timers/promises'

/**
 * Calls `check` until it returns something other than false, and returns that. While it throws or returns false it is
 * called again, after pauses that grow to `maxPauseMs`; at the deadline the last error is thrown. For state that other
 * processes change; within one process tests advance the fake clock instead.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = 30_000, maxPauseMs = 50 }: { within?: number; maxPauseMs?: number } = {},
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + within
  for (let pauseMs = 1; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    const result = await attempt(check)
    if ('value' in result) return result.value as Exclude<T, false>
    if (performance.now() >= deadline) throw result.error
    await wait(pauseMs)
  }
}

async function attempt<T>(check: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    const value = await check()
    return value === false ? { error: new Error(`still false: ${String(check)}`) } : { value }
  } catch (error) {
    return { error }
  }
}

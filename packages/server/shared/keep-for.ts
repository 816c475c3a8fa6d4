import type { Clock } from '../infra/clock.ts'

/** Loads a value at most once in `ms` of process time. Calls at the same time share one load, and a failed load is not kept. */
export function keepFor<T>(ms: number, clock: Pick<Clock, 'uptime'>, load: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | null = null
  return () => {
    if (kept !== null && clock.uptime() - kept.at < ms) return kept.value
    const value = load()
    kept = { at: clock.uptime(), value }
    value.catch(() => {
      if (kept?.value === value) kept = null
    })
    return value
  }
}

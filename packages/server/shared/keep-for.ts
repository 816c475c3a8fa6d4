import type { Clock } from '../infra/clock.ts'

/** Loads a value at most once in `ms` of process time. Calls at the same time share one load. */
export function keepFor<T>(ms: number, clock: Pick<Clock, 'uptime'>, load: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | null = null
  return () => {
    if (kept === null || clock.uptime() - kept.at >= ms) kept = { at: clock.uptime(), value: load() }
    return kept.value
  }
}

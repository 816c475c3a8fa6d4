import type { WindowCount, Counters } from './counters.ts'

type MemoryCounters = Omit<Counters, 'add'> & {
  readonly size: number
  add(key: string, windowMs: number, now: number, by?: number): WindowCount
}
type Window = { count: number; endsAt: number; windowMs: number }

/** The counters of a single process. Each increment also checks two other keys and deletes the expired ones. */
export function memoryCounters(): MemoryCounters {
  const windows = new Map<string, Window>()
  let sweep = windows.entries()

  const evictExpired = (now: number) => {
    for (let checked = 0; checked < 2; checked++) {
      const next = sweep.next()
      if (next.done) {
        sweep = windows.entries()
        return
      }
      const [key, window] = next.value
      if (now >= window.endsAt) windows.delete(key)
    }
  }
  const currentWindow = (key: string, now: number) => {
    const window = windows.get(key)
    if (window === undefined || now >= window.endsAt) return undefined
    // If the clock was moved back, the window ends at most windowMs from now.
    window.endsAt = Math.min(window.endsAt, now + window.windowMs)
    return window
  }
  return {
    add(key, windowMs, now, by = 1) {
      const window = currentWindow(key, now) ?? { count: 0, endsAt: now + windowMs, windowMs }
      window.count += by
      windows.set(key, window)
      evictExpired(now)
      return { count: window.count, endsAt: window.endsAt }
    },
    async read(key, now) {
      return currentWindow(key, now)?.count ?? 0
    },
    async reset(key) {
      windows.delete(key)
    },
    async [Symbol.asyncDispose]() {
      windows.clear()
    },
    get size() {
      return windows.size
    },
  }
}

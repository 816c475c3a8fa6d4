import type { Clock } from '../../infra/clock.ts'

/**
 * Notices who has not been heard of for `limitMs`. Kept in the order of when each was last heard, so that one timer for
 * the first of them serves any number.
 */
export type IdleTimeout<T> = Disposable & { touch(key: T): void; remove(key: T): void }

export function createIdleTimeout<T>(clock: Clock, timeoutMs: number, onTimeout: (key: T) => void): IdleTimeout<T> {
  const lastActiveAt = new Map<T, number>()
  let timer: Disposable | null = null

  const check = () => {
    timer = null
    const now = clock.uptime()
    for (const [key, activeAt] of lastActiveAt) {
      if (activeAt + timeoutMs > now) {
        timer = clock.after(activeAt + timeoutMs - now, check)
        return
      }
      lastActiveAt.delete(key)
      onTimeout(key)
    }
  }
  return {
    touch(key) {
      lastActiveAt.delete(key)
      lastActiveAt.set(key, clock.uptime())
      timer ??= clock.after(timeoutMs, check)
    },
    remove(key) {
      lastActiveAt.delete(key)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      lastActiveAt.clear()
    },
  }
}

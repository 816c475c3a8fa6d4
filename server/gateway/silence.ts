import type { Clock } from '../world/clock.ts'

/**
 * Notices who has not been heard of for `limitMs`. Kept in the order of when each was last heard, so that one timer for
 * the first of them serves any number.
 */
export type Silence<T> = Disposable & { heard(speaker: T): void; forget(speaker: T): void }

export function silence<T>(clock: Clock, limitMs: number, fell: (speaker: T) => void): Silence<T> {
  const lastHeard = new Map<T, number>()
  let timer: Disposable | null = null

  const look = () => {
    timer = null
    const now = clock.real()
    for (const [speaker, at] of lastHeard) {
      if (at + limitMs > now) {
        timer = clock.after(at + limitMs - now, look)
        return
      }
      lastHeard.delete(speaker)
      fell(speaker)
    }
  }
  return {
    heard(speaker) {
      lastHeard.delete(speaker)
      lastHeard.set(speaker, clock.real())
      timer ??= clock.after(limitMs, look)
    },
    forget(speaker) {
      lastHeard.delete(speaker)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      lastHeard.clear()
    },
  }
}

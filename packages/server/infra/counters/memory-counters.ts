import type { Counted, CounterKind, Counters } from './counters.ts'

type MemoryCounters = Omit<Counters, 'add'> & {
  /** Keys of all kinds. */
  readonly size: number
  add(kind: CounterKind, key: string, now: number, limit?: number): Counted
}

/** The counters of a single process. */
export function memoryCounters(): MemoryCounters {
  const windowsByKind = new Map<string, Windows>()
  const windowsOf = (kind: CounterKind) => {
    let windows = windowsByKind.get(kind.name)
    if (windows === undefined) windowsByKind.set(kind.name, (windows = new Windows(kind)))
    return windows
  }
  return {
    add(kind, key, now, limit = Infinity) {
      const windows = windowsOf(kind)
      const window = windows.find(key, now)
      const count = window?.count ?? 0
      if (count >= limit) return { count, endsAt: window?.endsAt ?? now + kind.windowMs, isRefused: true }
      const counted = window ?? windows.insert(key, now)
      counted.count += 1
      return { count: counted.count, endsAt: counted.endsAt, isRefused: false }
    },
    async subtract(kind, key, now) {
      const window = windowsOf(kind).find(key, now)
      if (window !== undefined && window.count > 0) window.count -= 1
    },
    async read(kind, key, now) {
      const { count, endsAt } = windowsOf(kind).find(key, now) ?? { count: 0, endsAt: now + kind.windowMs }
      return { count, endsAt }
    },
    async reset(kind, key) {
      windowsOf(kind).delete(key)
    },
    async [Symbol.asyncDispose]() {
      windowsByKind.clear()
    },
    get size() {
      return [...windowsByKind.values()].reduce((sum, { size }) => sum + size, 0)
    },
  }
}

type Window = { count: number; endsAt: number }

/** The windows of one kind, in the order in which they began. */
class Windows {
  readonly #kind: CounterKind
  readonly #windows = new Map<string, Window>()
  /** Stays behind the oldest window: a new iterator would pass every deleted entry again. */
  #oldestFirst = this.#windows.entries()
  #oldest: [string, Window] | undefined

  constructor(kind: CounterKind) {
    this.#kind = kind
  }

  get size() {
    return this.#windows.size
  }

  /** The window of the key that has not ended. */
  find(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key)
    return window !== undefined && this.#isOpen(window, now) ? window : undefined
  }

  /** Begins a window. Deletes two that have ended, so that the map shrinks, or else the oldest if the map is full. */
  insert(key: string, now: number): Window {
    // The ended window of this key has another place in the order.
    this.#windows.delete(key)
    for (let deleted = 0; deleted < 2; deleted++) {
      const oldest = this.#findOldest()
      if (oldest === undefined) break
      if (this.#windows.size < this.#kind.maxKeys && this.#isOpen(oldest[1], now)) break
      this.#windows.delete(oldest[0])
    }
    const window = { count: 0, endsAt: now + this.#kind.windowMs }
    this.#windows.set(key, window)
    return window
  }

  delete(key: string) {
    this.#windows.delete(key)
  }

  #findOldest(): [string, Window] | undefined {
    while (this.#oldest === undefined || this.#windows.get(this.#oldest[0]) !== this.#oldest[1]) {
      const next = this.#oldestFirst.next()
      if (next.done) {
        // Every window before the end was deleted.
        this.#oldestFirst = this.#windows.entries()
        return (this.#oldest = undefined)
      }
      this.#oldest = next.value
    }
    return this.#oldest
  }

  /** If the clock was moved back, the window ends at most `windowMs` from now. */
  #isOpen(window: Window, now: number): boolean {
    window.endsAt = Math.min(window.endsAt, now + this.#kind.windowMs)
    return now < window.endsAt
  }
}

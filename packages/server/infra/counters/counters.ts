import { hash } from 'node:crypto'

/**
 * Counts within time windows, shared by every process, for quotas and limits. `now` is platform time in ms since 1970.
 * Each kind holds a bounded number of keys: one more evicts the window that began first.
 */
export type Counters = AsyncDisposable & {
  /**
   * Counts one use of the key, unless the window has `limit` uses already: then it writes nothing. Atomic across processes.
   * Memory counters and portions return synchronously, because every API call is counted.
   */
  add(kind: CounterKind, key: string, now: number, limit?: number): Counted | Promise<Counted>
  /** Takes one use back. */
  subtract(kind: CounterKind, key: string, now: number): Promise<void>
  /** The uses within the current window, and its end. */
  read(kind: CounterKind, key: string, now: number): Promise<WindowCount>
  reset(kind: CounterKind, key: string): Promise<void>
}

/**
 * A kind of uses that are counted. A window begins with the first use of a key and lasts `windowMs`. `maxPortion`: how
 * many uses a process may count in advance. They count against the limit, so another process may reach it that much
 * earlier for a second.
 */
export type CounterKind = {
  readonly name: string
  readonly windowMs: number
  readonly maxKeys: number
  readonly maxPortion: number
}

/** The uses within the window, and the end of the window in ms since 1970. */
type WindowCount = { count: number; endsAt: number }
/** `isRefused`: the limit refused this use. */
export type Counted = WindowCount & { isRefused: boolean }

export const defaultMaxKeys = 30_000

/** Defines a kind. Names are unique. */
export function counterKind(name: string, windowMs: number, maxKeys = defaultMaxKeys, maxPortion = 1): CounterKind {
  return { name, windowMs, maxKeys, maxPortion }
}

/** A counter key of 22 characters, so that no counter stores an address or an email, and all keys have one size. */
export function counterKey(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'buffer').toString('base64url', 0, 16)
}

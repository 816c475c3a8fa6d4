import type { Clock } from '../infra/clock.ts'

/**
 * Calls `onExpired` with each key that was set `timeoutMs` ago, in process time. All keys have the
 * same timeout, so they expire in the order in which they were set, and one timer serves any
 * number.
 */
export class Deadlines<K> implements Disposable {
  readonly #clock: Pick<Clock, 'uptime' | 'after'>
  readonly #timeoutMs: number
  readonly #onExpired: (key: K) => void
  readonly #expiresAt = new Map<K, number>()
  #timer: Disposable | null = null

  constructor(clock: Pick<Clock, 'uptime' | 'after'>, timeoutMs: number, onExpired: (key: K) => void) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#onExpired = onExpired
  }

  /** Sets the key's deadline, or moves it to `timeoutMs` from now. */
  set(key: K): void {
    this.#expiresAt.delete(key)
    this.#expiresAt.set(key, this.#clock.uptime() + this.#timeoutMs)
    this.#timer ??= this.#clock.after(this.#timeoutMs, () => this.#expire())
  }

  delete(key: K): void {
    this.#expiresAt.delete(key)
  }

  /** The keys, next to expire first. */
  keys(): Iterable<K> {
    return this.#expiresAt.keys()
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    this.#expiresAt.clear()
  }

  #expire(): void {
    this.#timer = null
    const now = this.#clock.uptime()
    for (const [key, expiresAt] of this.#expiresAt) {
      if (expiresAt > now) break
      this.#expiresAt.delete(key)
      this.#onExpired(key)
    }
    this.#startTimer(now)
  }

  #startTimer(now: number): void {
    this.#timer?.[Symbol.dispose]()
    const [next] = this.#expiresAt.values()
    this.#timer = next === undefined ? null : this.#clock.after(next - now, () => this.#expire())
  }
}

import type { Clock } from '../../infra/clock.ts'

/** A rate of something that may come in bursts. */
export class Bucket {
  readonly #clock: Pick<Clock, 'uptime'>
  readonly #perSec: number
  readonly #burst: number
  #left: number
  #at: number

  constructor(clock: Pick<Clock, 'uptime'>, { perSec, burst }: { perSec: number; burst: number }) {
    this.#clock = clock
    this.#perSec = perSec
    this.#burst = burst
    this.#left = burst
    this.#at = clock.uptime()
  }

  /** Takes so much, or nothing and returns false. */
  take(amount: number): boolean {
    const now = this.#clock.uptime()
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1_000) * this.#perSec)
    this.#at = now
    if (amount > this.#left) return false
    this.#left -= amount
    return true
  }
}

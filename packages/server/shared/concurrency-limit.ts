import { Refusal } from './refusal.ts'

/** Runs at most `maxRunning` tasks at once. Others wait in the order of their arrival. */
export class ConcurrencyLimit {
  readonly #maxRunning: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  /** Throws 503 at once if `maxWaiting` tasks wait already. */
  async run<T>(task: () => Promise<T>, maxWaiting = 0): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running += 1
    else await this.#waitForTurn(maxWaiting)
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // The place of the ended task passes to the next one.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #waitForTurn(maxWaiting: number): Promise<void> {
    if (this.#waiting.length >= maxWaiting) throw new Refusal('unavailable', 'SERVER_BUSY', { retryAfterSec: 1 })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

import { Refusal } from '../shared/refusal.ts'

/** Enough for every connection of the database pool, many times over. */
const maxPending = 200

/**
 * Limits the look-ups of credentials that wait for the database, so that unknown credentials cannot fill memory and take
 * every connection. Further ones throw 503 immediately.
 */
export class LookupLimit {
  #pending = 0

  async run<T>(lookUp: () => Promise<T>): Promise<T> {
    if (this.#pending >= maxPending) throw new Refusal('unavailable', 'TOO_MANY_LOOKUPS', { retryAfterSec: 1 })
    this.#pending += 1
    try {
      return await lookUp()
    } finally {
      this.#pending -= 1
    }
  }
}

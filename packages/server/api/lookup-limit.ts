import { ConcurrencyLimit } from '../shared/concurrency-limit.ts'

/** Enough for every connection of the database pool, many times over. */
const maxPending = 200

/**
 * Limits the look-ups of credentials that wait for the database, so that unknown credentials cannot fill memory and take
 * every connection. Further ones throw 503 immediately.
 */
export function limitLookups(): ConcurrencyLimit {
  return new ConcurrencyLimit(maxPending)
}

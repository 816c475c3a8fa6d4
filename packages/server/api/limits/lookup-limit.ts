import { FairQueue } from '../../shared/fair-queue.ts'

/** Enough for every connection of the database pool, many times over. */
const maxPending = 200

/**
 * Limits the look-ups of credentials that wait for the database, so that unknown credentials cannot fill memory and take
 * every connection. Further ones throw 503 immediately.
 */
export function limitLookups(): <T>(lookUp: () => Promise<T>) => Promise<T> {
  const queue = new FairQueue({ maxRunning: maxPending, maxWaiting: { callers: 0 } })
  return (lookUp) => queue.run(lookUp, { lane: 'callers', key: '' })
}

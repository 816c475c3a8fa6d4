import type { Counted, CounterKind } from '../../infra/counters/counters.ts'
import type { Deps } from '../../infra/deps.ts'
import { countInNetworks, type NetworkCount, type NetworkUse } from '../../shared/networks/count-in-networks.ts'

/** Counts uses up to a limit. Null, so that the request is served, while the counters are unavailable. */
export type UseCounter = {
  /** Counts a use of a key. */
  count(kind: CounterKind, key: string, limit: number, now: number): Counted | null | Promise<Counted | null>
  /** Counts a use of the networks of an address. */
  countInNetworks(use: NetworkUse, now: number): Promise<NetworkCount | null>
}

const warnIntervalMs = 10_000

export function createUseCounter({ clock, counters, log }: Pick<Deps, 'clock' | 'counters' | 'log'>): UseCounter {
  let nextWarningAt = 0

  const allowUncounted = (error: unknown): null => {
    if (clock.uptime() < nextWarningAt) return null
    nextWarningAt = clock.uptime() + warnIntervalMs
    log.warn({ error: String(error) }, 'quota.count_failed')
    return null
  }
  return {
    count(kind, key, limit, now) {
      const counted = counters.add(kind, key, now, limit)
      return counted instanceof Promise ? counted.catch(allowUncounted) : counted
    },
    countInNetworks: (use, now) => countInNetworks(counters, use, now).catch(allowUncounted),
  }
}

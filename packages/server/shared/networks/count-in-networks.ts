import { type Counted, type CounterKind, type Counters, counterKey } from '../../infra/counters/counters.ts'
import { networksOf } from './ip-prefix.ts'

/** A use of one address. `limit` is that of an address, and `parts` are further parts of the key. */
export type NetworkUse = { kind: CounterKind; ip: string; limit: number; parts?: readonly string[] }
/** The count of the network that has the fewest uses left, with its limit. */
export type NetworkCount = Counted & { limit: number }

/**
 * Counts a use in every network of an address, unless the limit of one refuses it. The largest is counted first, so that
 * a client that changes its /64 within a full /48 writes nothing. What was counted before a refusal is taken back.
 */
export async function countInNetworks(counters: Counters, use: NetworkUse, now: number): Promise<NetworkCount> {
  const counted: { key: string; count: NetworkCount }[] = []
  for (const { key, limit } of keysOf(use)) {
    const count = { ...(await counters.add(use.kind, key, now, limit)), limit }
    if (count.isRefused) {
      for (const before of counted) await counters.subtract(use.kind, before.key, now)
      return count
    }
    counted.push({ key, count })
  }
  return counted.map(({ count }) => count).reduce(stricter)
}

/** The count of the network that has the fewest uses left. `isRefused` is whether a further use would be. */
export async function readNetworks(counters: Counters, use: NetworkUse, now: number): Promise<NetworkCount> {
  const counts: NetworkCount[] = []
  for (const { key, limit } of keysOf(use)) {
    const window = await counters.read(use.kind, key, now)
    counts.push({ ...window, limit, isRefused: window.count >= limit })
  }
  return counts.reduce(stricter)
}

/** Takes a use back in every network. */
export async function subtractInNetworks(counters: Counters, use: NetworkUse, now: number): Promise<void> {
  for (const { key } of keysOf(use)) await counters.subtract(use.kind, key, now)
}

/** Ends the windows of an address. Those of larger networks also count other addresses, and stay. */
export async function resetAddress(counters: Counters, use: NetworkUse): Promise<void> {
  const own = keysOf(use).at(-1)
  if (own !== undefined) await counters.reset(use.kind, own.key)
}

function keysOf({ ip, limit, parts = [] }: NetworkUse): { key: string; limit: number }[] {
  return networksOf(ip).map(({ prefix, share }) => ({ key: counterKey(...parts, prefix), limit: limit * share }))
}

function stricter(one: NetworkCount, other: NetworkCount): NetworkCount {
  return other.limit - other.count <= one.limit - one.count ? other : one
}

import type { Deps } from '../../infra/deps.ts'
import { insertOrder, extendOrder, loadCurrentDigest, loadLatestOrder, lockOrderCreation } from './live-order-store.ts'
import { loadOrderPage, type OrderedLive } from './live-page-store.ts'

/** Up to this many broadcasts, each list starts with a new order; above, with one that is some seconds old. */
export const exactOrderLimit = 1_000
export const maxOrderAgeSec = 5

/**
 * The order that a list starts with. Orders are stored for some minutes, so that every process continues in the same one;
 * while nothing changes all lists share one.
 */
export async function currentOrder({ db }: Pick<Deps, 'db'>): Promise<string> {
  const latestOrder = await loadLatestOrder(db.read, maxOrderAgeSec)
  const largeOrder = latestOrder !== null && latestOrder.liveCount > exactOrderLimit ? latestOrder : null
  if (largeOrder?.isFresh) return largeOrder.digest
  if (largeOrder === null) {
    const current = await loadCurrentDigest(db.read, exactOrderLimit)
    if (current?.isKept) return current.digest
  }
  return db.transaction(async (tx) => {
    // With many broadcasts one caller takes the order, and the others use the previous one.
    if (!(await lockOrderCreation(tx, { wait: largeOrder === null })) && largeOrder !== null) return largeOrder.digest
    const latest = await loadLatestOrder(tx, maxOrderAgeSec)
    return latest?.isFresh && latest.liveCount > exactOrderLimit ? latest.digest : insertOrder(tx)
  })
}

/**
 * The next broadcasts of an order from a position on, without those that ended. `next` is the position to continue from,
 * null at the end. Null if the order has expired.
 */
export async function readOrder(
  { digest, from, size }: { digest: string; from: number; size: number },
  { db }: Pick<Deps, 'db'>,
): Promise<{ lives: OrderedLive[]; next: number | null } | null> {
  const lives: OrderedLive[] = []
  let position = from
  // If many broadcasts ended, each round reads more positions.
  for (let count = size + 1; ; count *= 4) {
    const page = await loadOrderPage(db.read, { digest, from: position, count })
    if (page === null) return null
    if (page.expiresSoon) await db.transaction((tx) => extendOrder(tx, digest))
    lives.push(...page.lives)
    position += count
    if (lives.length > size || position >= page.liveCount)
      return { lives: lives.slice(0, size), next: lives[size]?.position ?? null }
  }
}

import type { Deps } from '../../infra/deps.ts'
import { insertOrder, extendOrder, loadCurrentDigest, loadLatestOrder, lockOrderCreation } from './live-order-store.ts'
import { loadOrderPage, type OrderedLive } from './live-page-store.ts'

/** Up to this many lives a list begins with the order of this very moment; above, with one that is some seconds old. */
const exactOrderLimit = 1_000
const maxAgeSec = 5

/**
 * The order of the lives that a list begins with now. An order is kept in the database for some minutes, so that every
 * process reads on in the same one; as long as nothing changes it is the same one for all.
 */
export async function currentOrder({ db }: Pick<Deps, 'db'>): Promise<string> {
  const latestOrder = await loadLatestOrder(db.read, maxAgeSec)
  const largeOrder = latestOrder !== null && latestOrder.liveCount > exactOrderLimit ? latestOrder : null
  if (largeOrder?.isFresh) return largeOrder.digest
  if (largeOrder === null) {
    const current = await loadCurrentDigest(db.read, exactOrderLimit)
    if (current?.isKept) return current.digest
  }
  return db.transaction(async (tx) => {
    // Of many lives one caller takes the order, and the others make do with the one before.
    if (!(await lockOrderCreation(tx, { wait: largeOrder === null })) && largeOrder !== null) return largeOrder.digest
    const latest = await loadLatestOrder(tx, maxAgeSec)
    return latest?.isFresh && latest.liveCount > exactOrderLimit ? latest.digest : insertOrder(tx)
  })
}

/**
 * The next lives of an order from a place on; lives that went off the air meanwhile are passed over. `next` is the place
 * to read on from, null at the end. Null when the order is kept no more.
 */
export async function readOrder(
  { digest, from, size }: { digest: string; from: number; size: number },
  { db }: Pick<Deps, 'db'>,
): Promise<{ lives: OrderedLive[]; next: number | null } | null> {
  const lives: OrderedLive[] = []
  let position = from
  // Where many went off the air, more and more places are looked at in one go.
  for (let count = size + 1; ; count *= 4) {
    const page = await loadOrderPage(db.read, { digest, from: position, count })
    if (page === null) return null
    if (page.isSoonGone) await db.transaction((tx) => extendOrder(tx, digest))
    lives.push(...page.lives)
    position += count
    if (lives.length > size || position >= page.liveCount)
      return { lives: lives.slice(0, size), next: lives[size]?.place ?? null }
  }
}

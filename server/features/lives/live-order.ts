import type { World } from '../../world/world.ts'
import { insertOrder, keepOrder, loadDigestOfFew, loadNewestOrder, lockTakingOrders } from './live-order-store.ts'
import { loadOrderPage, type OrderedLive } from './live-page-store.ts'

/** Up to this many lives a list begins with the order of this very moment; above, with one that is some seconds old. */
const few = 1_000
const freshSec = 5

/**
 * The order of the lives that a list begins with now. An order is kept in the database for some minutes, so that every
 * process reads on in the same one; as long as nothing changes it is the same one for all.
 */
export async function currentOrder({ db }: Pick<World, 'db'>): Promise<string> {
  const newest = await loadNewestOrder(db.read, freshSec)
  const many = newest !== null && newest.liveCount > few ? newest : null
  if (many?.isFresh) return many.digest
  if (many === null) {
    const now = await loadDigestOfFew(db.read, few)
    if (now?.isKept) return now.digest
  }
  return db.change(async (tx) => {
    // Of many lives one caller takes the order, and the others make do with the one before.
    if (!(await lockTakingOrders(tx, { wait: many === null })) && many !== null) return many.digest
    const latest = await loadNewestOrder(tx, freshSec)
    return latest?.isFresh && latest.liveCount > few ? latest.digest : insertOrder(tx)
  })
}

/**
 * The next lives of an order from a place on; lives that went off the air meanwhile are passed over. `next` is the place
 * to read on from, null at the end. Null when the order is kept no more.
 */
export async function readOrder(
  { digest, from, size }: { digest: string; from: number; size: number },
  { db }: Pick<World, 'db'>,
): Promise<{ lives: OrderedLive[]; next: number | null } | null> {
  const lives: OrderedLive[] = []
  let at = from
  // Where many went off the air, more and more places are looked at in one go.
  for (let count = size + 1; ; count *= 4) {
    const page = await loadOrderPage(db.read, { digest, from: at, count })
    if (page === null) return null
    if (page.isSoonGone) await db.change((tx) => keepOrder(tx, digest))
    lives.push(...page.lives)
    at += count
    if (lives.length > size || at >= page.liveCount)
      return { lives: lives.slice(0, size), next: lives[size]?.place ?? null }
  }
}

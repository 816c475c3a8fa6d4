import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredOrders } from './live-order-store.ts'
import { deleteExpiredViewers } from './viewer-store.ts'

/** Deletes viewers whose lease expired, and expired orders. */
export async function sweepLives({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(deleteExpiredViewers)
  await db.transaction(deleteExpiredOrders)
}

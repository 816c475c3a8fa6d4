import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredOrders } from './live-order-store.ts'
import { deleteExpiredViewers } from './viewer-store.ts'

/** Gives the rows back of viewers who vanished and of lists that nobody reads on. */
export async function sweepLives({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(deleteExpiredViewers)
  await db.transaction(deleteExpiredOrders)
}

import type { World } from '../../world/world.ts'
import { removeOldOrders } from './live-order-store.ts'
import { removeGoneViewers } from './viewer-store.ts'

/** Gives the rows back of viewers who vanished and of lists that nobody reads on. */
export async function sweepLives({ db }: Pick<World, 'db'>): Promise<void> {
  await db.change(removeGoneViewers)
  await db.change(removeOldOrders)
}

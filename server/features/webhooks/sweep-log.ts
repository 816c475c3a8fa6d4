import { limits } from '@onair/contract'
import type { World } from '../../world/world.ts'
import { removeOld } from './delivery-log-store.ts'

const keptMs = limits.deliveryLogDays * 86_400_000
const removedAtOnce = 1_000

/** Removes notifications from the log whose days are over. Only time that was seen to pass counts, as for idle applications. */
export async function sweepDeliveryLog({ clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>): Promise<void> {
  const now = clock.now()
  let removed = removedAtOnce
  while (removed === removedAtOnce)
    removed = await db.change((tx) => removeOld(tx, { now, mode: config.mode, keptMs, limit: removedAtOnce }))
}

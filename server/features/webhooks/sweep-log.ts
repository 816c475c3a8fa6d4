import { limits } from '@onair/contract'
import { inBatches } from '../../kit/in-batches.ts'
import type { World } from '../../world/world.ts'
import { removeOld } from './delivery-log-store.ts'

const keptMs = limits.deliveryLogDays * 86_400_000

/** Removes notifications from the log whose days are over. Only time that was seen to pass counts, as for idle applications. */
export async function sweepDeliveryLog({ clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await inBatches((limit) => db.change((tx) => removeOld(tx, { now: clock.now(), mode, keptMs, limit })))
}

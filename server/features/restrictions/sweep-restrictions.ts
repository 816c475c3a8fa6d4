import { inBatches } from '../../kit/in-batches.ts'
import type { World } from '../../world/world.ts'
import { removeEnded } from './restriction-store.ts'

/** An end that only a wrong clock has seen lets nobody back in. */
const keptMs = 86_400_000

/** Removes temporary restrictions that ended a day ago, of the time that was seen to pass. */
export async function sweepRestrictions({ clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await inBatches((limit) => db.change((tx) => removeEnded(tx, { now: clock.now(), mode, keptMs, limit })))
}

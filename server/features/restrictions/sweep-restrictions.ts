import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredRestrictions } from './restriction-store.ts'

/** An end that only a wrong clock has seen lets nobody back in. */
const retentionMs = 86_400_000

/** Removes temporary restrictions that ended a day ago, of the time that was seen to pass. */
export async function sweepRestrictions({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteExpiredRestrictions(tx, { now: clock.now(), mode, keptMs: retentionMs, limit })),
  )
}

import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredRestrictions } from './restriction-store.ts'

/** Only observed time counts, so a wrong clock releases no one early. */
const retentionMs = 86_400_000

/** Deletes temporary restrictions that ended a day ago in observed time. */
export async function sweepRestrictions({ clock, db, policy }: Pick<Deps, 'clock' | 'db' | 'policy'>): Promise<void> {
  const { countsAllTime } = policy
  await deleteInBatches(db, (tx, limit) =>
    deleteExpiredRestrictions(tx, { now: clock.now(), countsAllTime, retentionMs }, limit),
  )
}

import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteUnconnectedSessions, disconnectOrphanedSessions } from './session-store.ts'

/** Deletes unused session URLs that have expired. Ended sessions are deleted with their partition. */
export async function sweepSessions({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deleteInBatches(db, (tx, limit) => deleteUnconnectedSessions(tx, clock.monotonicNow(), limit))
}

/**
 * Marks sessions of killed gateways as disconnected. Their slots are free since the lease expired.
 */
export async function endOrphanedSessions({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => disconnectOrphanedSessions(tx, now))
}

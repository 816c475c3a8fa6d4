import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteUnconnectedSessions } from './expired-session-store.ts'

/** Deletes unused session URLs that have expired. Ended sessions are deleted with their partition. */
export async function sweepSessions({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deleteInBatches(db, (tx, limit) => deleteUnconnectedSessions(tx, clock.monotonicNow(), limit))
}

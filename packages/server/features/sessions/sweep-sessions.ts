import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteUnconnectedSessions } from './expired-session-store.ts'

/** Deletes unused session URLs that have expired. Ended sessions are deleted with their partition. */
export async function sweepSessions({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteUnconnectedSessions(tx, { monotonicNow: clock.monotonicNow(), limit })),
  )
}

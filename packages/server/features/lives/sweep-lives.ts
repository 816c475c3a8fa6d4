import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteLivesEndedBefore } from './live-store.ts'
import { deleteExpiredViewers } from './statistics/viewer-store.ts'

const dayMs = 86_400_000

/** Deletes viewers whose lease expired, and lives that ended more than ONAIR_LIVE_DAYS ago. */
export async function sweepLives({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  await db.transaction(deleteExpiredViewers)
  if (config.liveDays === 0) return
  const before = clock.now() - config.liveDays * dayMs
  await deleteInBatches((limit) => db.transaction((tx) => deleteLivesEndedBefore(tx, before, limit)))
}

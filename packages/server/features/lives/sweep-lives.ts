import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteCutsEndedBefore } from './encoder-cuts/encoder-cut-store.ts'
import { deleteLivesEndedBefore } from './live-store.ts'
import { deleteEndedPictures } from './picture-store.ts'
import { deleteExpiredViewers } from './statistics/viewer-store.ts'

const dayMs = 86_400_000
const cutsKeptMs = 7 * dayMs

/** Deletes viewers whose lease expired, the pictures of lives that have ended, encoders that could not be cut 7 days ago, and lives that ended more than ONAIR_LIVE_DAYS ago. */
export async function sweepLives({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  await db.transaction(deleteExpiredViewers)
  await db.transaction(deleteEndedPictures)
  await db.transaction((tx) => deleteCutsEndedBefore(tx, clock.now() - cutsKeptMs))
  if (config.liveDays === 0) return
  const before = clock.now() - config.liveDays * dayMs
  await deleteInBatches(db, (tx, limit) => deleteLivesEndedBefore(tx, before, limit))
}

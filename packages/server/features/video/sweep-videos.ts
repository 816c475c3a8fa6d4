import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { endLiveOf } from '../lives/go-live.ts'
import { deleteEndedVideos, findAbandonedVideos } from './video-store.ts'
import { deleteInBatches } from '../../infra/db/batches.ts'
import { deleteOldClips } from './clips/clip-store.ts'
import { deleteRecordingsEndedBefore, endAbandonedRecordings } from './recordings/recording-store.ts'

/** Ends lives whose process has ended and whose publisher did not go on at another. */
export async function sweepVideos(deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  for (const live of await findAbandonedVideos(deps.db.read, limits.videoGraceSec)) await endLiveOf(live, deps)
  await deps.db.transaction(deleteEndedVideos)
}

const dayMs = 86_400_000

/**
 * Ends the recordings whose process has gone, and deletes recordings and clips after ONAIR_RECORDING_DAYS. Processes
 * delete the files of what is no longer in the database.
 */
export async function sweepRecordings({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => endAbandonedRecordings(tx, { now, graceSec: limits.videoGraceSec }))
  const before = now - config.recordingDays * dayMs
  await deleteInBatches(db, (tx, limit) => deleteRecordingsEndedBefore(tx, before, limit))
  await deleteInBatches(db, (tx, limit) => deleteOldClips(tx, { before, now }, limit))
}

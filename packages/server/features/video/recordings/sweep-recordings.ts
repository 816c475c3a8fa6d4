import { limits } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { deleteInBatches } from '../../../infra/db/batches.ts'
import { deleteOldClips } from '../clips/clip-store.ts'
import { deleteRecordingsEndedBefore, endAbandonedRecordings } from './recording-store.ts'

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

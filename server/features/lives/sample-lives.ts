import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteQuartersBefore, deleteSamplesBefore, insertSamples } from './live-sample-store.ts'

export const sampleStepMs = 60_000
const dayMs = 86_400_000

/** Stores the viewers and the chat rate of each broadcast, and deletes samples and sums that are no longer shown. */
export async function sampleLives({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => insertSamples(tx, { now, stepMs: sampleStepMs }))
  const samplesFrom = now - limits.liveSampleDays * dayMs
  const quartersFrom = now - limits.viewerQuarterDays * dayMs
  await deleteInBatches((limit) => db.transaction((tx) => deleteSamplesBefore(tx, samplesFrom, limit)))
  await deleteInBatches((limit) => db.transaction((tx) => deleteQuartersBefore(tx, quartersFrom, limit)))
}

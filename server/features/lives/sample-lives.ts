import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteSamplesBefore, insertSamples } from './live-sample-store.ts'

export const sampleStepMs = 60_000

/** Stores the viewers and the chat rate of each broadcast, and deletes samples that charts no longer show. */
export async function sampleLives({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => insertSamples(tx, { now, stepMs: sampleStepMs }))
  const before = now - limits.liveSampleDays * 86_400_000
  await deleteInBatches((limit) => db.transaction((tx) => deleteSamplesBefore(tx, before, limit)))
}

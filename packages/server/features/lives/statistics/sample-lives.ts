import { limits } from '@onair/contract'
import { deleteInBatches } from '../../../infra/db/batches.ts'
import type { Deps } from '../../../infra/deps.ts'
import { deleteQuartersBefore, deleteSamplesBefore, insertSamples } from './live-sample-store.ts'
import { sampleStepMs, sampleTimes } from './sample-rules.ts'

const dayMs = 86_400_000

/** Stores the viewers and the chat rate of each live, and deletes samples and sums that are no longer shown. */
export async function sampleLives({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => insertSamples(tx, { at: sampleTimes.last(now) }))
  const samplesFrom = now - limits.liveSampleDays * dayMs
  const quartersFrom = now - limits.viewerQuarterDays * dayMs
  await deleteInBatches(db, (tx, limit) => deleteSamplesBefore(tx, samplesFrom, limit))
  await deleteInBatches(db, (tx, limit) => deleteQuartersBefore(tx, quartersFrom, limit))
}

/** Samples before and after a move of a sandbox's clock, so that messages count in the minutes in which they were sent. */
export async function sampleAroundMove<Moved extends { now: string }>(
  advanceSeconds: number,
  move: () => Promise<Moved>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<Moved> {
  // Within the minute, or back to minutes that have their samples.
  if (advanceSeconds * 1_000 < sampleStepMs) return move()
  const now = clock.now()
  await db.transaction((tx) => insertSamples(tx, { at: sampleTimes.next(now) }))
  const moved = await move()
  await db.transaction((tx) => insertSamples(tx, { at: sampleTimes.last(Date.parse(moved.now)) }))
  return moved
}

import { limits } from '@onair/contract'
import { deleteInBatches } from '../../../infra/db/batches.ts'
import type { Deps } from '../../../infra/deps.ts'
import { deleteTraffic, trafficStepsSec } from './traffic-store.ts'

/** Deletes the counts that charts no longer show. */
export async function sweepTraffic({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  const { trafficMinutesKeptSec, trafficHoursKeptSec } = limits
  for (const [stepSec, keptSec] of [
    [trafficStepsSec.minute, trafficMinutesKeptSec],
    [trafficStepsSec.hour, trafficHoursKeptSec],
  ] as const)
    await deleteInBatches(db, (tx, limit) => deleteTraffic(tx, { stepSec, before: now - keptSec * 1_000 }, limit))
}

import { limits } from '@onair/contract'
import { inBatches } from '../../kit/in-batches.ts'
import type { World } from '../../world/world.ts'
import { removeOldRecords, removeRecordsBeyond } from './record-store.ts'

/** Removes what is too old, by real time, and the oldest of what is too much. */
export async function sweepRecords({ db }: Pick<World, 'db'>): Promise<void> {
  await inBatches((limit) => db.change((tx) => removeOldRecords(tx, { hours: limits.recordedHours, limit })))
  await inBatches((limit) => db.change((tx) => removeRecordsBeyond(tx, { most: limits.recordsPerApp, limit })))
}

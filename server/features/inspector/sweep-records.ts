import { limits } from '@onair/contract'
import { inBatches } from '../../kit/in-batches.ts'
import type { World } from '../../world/world.ts'
import { removeOldRecords, removeOldestRecords, removeRecordsBeyond, removeRecordsOfStrangers } from './record-store.ts'

/** Removes what is too old, by real time, and the oldest of what is too much, of one application, of strangers, and in all. */
export async function sweepRecords(
  { db }: Pick<World, 'db'>,
  { recordedHours: hours, recordsPerApp, recordsOfStrangers, recordsInAll }: Limits = limits,
): Promise<void> {
  await inBatches((limit) => db.change((tx) => removeOldRecords(tx, { hours, limit })))
  await inBatches((limit) => db.change((tx) => removeRecordsBeyond(tx, { most: recordsPerApp, limit })))
  await inBatches((limit) => db.change((tx) => removeRecordsOfStrangers(tx, { most: recordsOfStrangers, limit })))
  await inBatches((limit) => db.change((tx) => removeOldestRecords(tx, { most: recordsInAll, limit })))
}

type Limits = Record<'recordedHours' | 'recordsPerApp' | 'recordsOfStrangers' | 'recordsInAll', number>

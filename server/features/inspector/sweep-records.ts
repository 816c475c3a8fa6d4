import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteOldRecords,
  deleteOldestRecords,
  deleteRecordsBeyond,
  deleteAnonymousRecordsBeyond,
} from './record-store.ts'

/** Removes what is too old, by real time, and the oldest of what is too much, of one application, of strangers, and in all. */
export async function sweepRecords(
  { db }: Pick<Deps, 'db'>,
  { recordRetentionHours: hours, recordsPerApp, anonymousRecords, recordsTotal }: RecordLimits = limits,
): Promise<void> {
  await deleteInBatches((limit) => db.transaction((tx) => deleteOldRecords(tx, { hours, limit })))
  await deleteInBatches((limit) => db.transaction((tx) => deleteRecordsBeyond(tx, { most: recordsPerApp, limit })))
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteAnonymousRecordsBeyond(tx, { most: anonymousRecords, limit })),
  )
  await deleteInBatches((limit) => db.transaction((tx) => deleteOldestRecords(tx, { most: recordsTotal, limit })))
}

type RecordLimits = Record<'recordRetentionHours' | 'recordsPerApp' | 'anonymousRecords' | 'recordsTotal', number>

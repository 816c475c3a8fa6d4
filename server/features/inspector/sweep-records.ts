import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteOldRecords,
  deleteOldestRecords,
  deleteRecordsBeyond,
  deleteAnonymousRecordsBeyond,
} from './record-store.ts'

/** Deletes expired records, then the oldest beyond the limits per application, of anonymous records and in total. */
export async function sweepRecords(
  { db }: Pick<Deps, 'db'>,
  { recordRetentionHours: hours, recordsPerApp, anonymousRecords, recordsTotal }: RecordLimits = limits,
): Promise<void> {
  await deleteInBatches((limit) => db.transaction((tx) => deleteOldRecords(tx, { hours, limit })))
  await deleteInBatches((limit) => db.transaction((tx) => deleteRecordsBeyond(tx, { keep: recordsPerApp, limit })))
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteAnonymousRecordsBeyond(tx, { keep: anonymousRecords, limit })),
  )
  await deleteInBatches((limit) => db.transaction((tx) => deleteOldestRecords(tx, { keep: recordsTotal, limit })))
}

type RecordLimits = Record<'recordRetentionHours' | 'recordsPerApp' | 'anonymousRecords' | 'recordsTotal', number>

import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteOldestRecords,
  deleteRecordsBeyond,
  deleteAnonymousRecordsBeyond,
  deleteReceiverListsBeyond,
  deleteUnusedReceiverLists,
} from './record-store.ts'

/**
 * Deletes the oldest records beyond the limits per application, of anonymous records and in total, then lists of
 * receivers. Expired records are dropped with their partition.
 */
export async function sweepRecords(
  { db }: Pick<Deps, 'db'>,
  { recordsPerApp, anonymousRecords, recordsTotal, receiverLists }: RecordLimits = limits,
): Promise<void> {
  await deleteInBatches((limit) => db.transaction((tx) => deleteRecordsBeyond(tx, { keep: recordsPerApp, limit })))
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteAnonymousRecordsBeyond(tx, { keep: anonymousRecords, limit })),
  )
  await deleteInBatches((limit) => db.transaction((tx) => deleteOldestRecords(tx, { keep: recordsTotal, limit })))
  await deleteInBatches((limit) => db.transaction((tx) => deleteUnusedReceiverLists(tx, { limit })))
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteReceiverListsBeyond(tx, { keep: receiverLists, limit })),
  )
}

type RecordLimits = Record<'recordsPerApp' | 'anonymousRecords' | 'recordsTotal' | 'receiverLists', number>

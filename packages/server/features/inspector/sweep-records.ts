import { limits } from '@onair/contract'
import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteOldestRecords,
  deleteRecordsOlderThanHour,
  deleteRecordsUpTo,
  findRecordBeyondSize,
  deleteRecordsBeyond,
  deleteRecordsOfOwnersBeyond,
  deleteAnonymousRecordsBeyond,
  deleteReceiverListsBeyond,
  deleteUnusedReceiverLists,
} from './record-store.ts'

/**
 * Deletes the oldest records beyond the limits per application, per person, of anonymous records and in total, then lists of
 * receivers. Expired records are deleted with their partition.
 */
export async function sweepRecords(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { recordsPerApp, recordsPerOwner, anonymousRecords, recordsTotal, receiverLists }: RecordLimits = limits,
): Promise<void> {
  if (config.inspector === 'last-hour') await keepLastHour(config.recordMb * 1_000_000, db)
  await deleteInBatches(db, (tx, limit) => deleteRecordsBeyond(tx, recordsPerApp, limit))
  await deleteInBatches(db, (tx, limit) => deleteRecordsOfOwnersBeyond(tx, recordsPerOwner, limit))
  await deleteInBatches(db, (tx, limit) => deleteAnonymousRecordsBeyond(tx, anonymousRecords, limit))
  await deleteInBatches(db, (tx, limit) => deleteOldestRecords(tx, recordsTotal, limit))
  await deleteInBatches(db, deleteUnusedReceiverLists)
  await deleteInBatches(db, (tx, limit) => deleteReceiverListsBeyond(tx, receiverLists, limit))
}

/** Deletes the records of more than an hour ago, then the oldest until the rest is within the size. */
async function keepLastHour(maxBytes: number, db: Deps['db']): Promise<void> {
  await deleteInBatches(db, deleteRecordsOlderThanHour)
  const position = await findRecordBeyondSize(db.read, maxBytes)
  if (position !== null) await deleteInBatches(db, (tx, limit) => deleteRecordsUpTo(tx, position, limit))
}

type RecordLimits = Record<
  'recordsPerApp' | 'recordsPerOwner' | 'anonymousRecords' | 'recordsTotal' | 'receiverLists',
  number
>

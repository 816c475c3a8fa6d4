import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
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
  await deleteInBatches((limit) => db.transaction((tx) => deleteRecordsBeyond(tx, { keep: recordsPerApp, limit })))
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteRecordsOfOwnersBeyond(tx, { keep: recordsPerOwner, limit })),
  )
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteAnonymousRecordsBeyond(tx, { keep: anonymousRecords, limit })),
  )
  await deleteInBatches((limit) => db.transaction((tx) => deleteOldestRecords(tx, { keep: recordsTotal, limit })))
  await deleteInBatches((limit) => db.transaction((tx) => deleteUnusedReceiverLists(tx, { limit })))
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteReceiverListsBeyond(tx, { keep: receiverLists, limit })),
  )
}

/** Deletes the records of more than an hour ago, then the oldest until the rest is within the size. */
async function keepLastHour(maxBytes: number, db: Deps['db']): Promise<void> {
  await deleteInBatches((limit) => db.transaction((tx) => deleteRecordsOlderThanHour(tx, { limit })))
  const position = await findRecordBeyondSize(db.read, maxBytes)
  if (position !== null)
    await deleteInBatches((limit) => db.transaction((tx) => deleteRecordsUpTo(tx, { position, limit })))
}

type RecordLimits = Record<
  'recordsPerApp' | 'recordsPerOwner' | 'anonymousRecords' | 'recordsTotal' | 'receiverLists',
  number
>

import { sql } from 'kysely'
import { deleteRows } from '../../infra/db/batches.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countRows, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Waits for deletions that have not seen the hold that is placed now. See the migration. */
export async function lockHolds(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('onair.holds'))`.execute(tx)
}

export async function upsertHold(
  tx: Tx,
  { channel_id, case_number, created_at, ...hold }: Tables['legal_hold'],
): Promise<void> {
  await tx
    .insertInto('legal_hold')
    .values({ channel_id, case_number, created_at, ...hold })
    .onConflict((conflict) => conflict.columns(['channel_id', 'case_number']).doUpdateSet(hold))
    .execute()
}

export function deleteHold(tx: Tx, channelId: string, caseNumber: string): Promise<boolean> {
  return tx
    .deleteFrom('legal_hold')
    .where('channel_id', '=', channelId)
    .where('case_number', '=', caseNumber)
    .$call(hasChanged)
}

export function deleteEndedHolds(tx: Tx, now: number) {
  return tx.deleteFrom('legal_hold').where('ends_at', '<=', now).returning(['channel_id', 'case_number']).execute()
}

export function countHolds(tx: Tx): Promise<number> {
  return tx.selectFrom('legal_hold').$call(countRows)
}

/** The holds, newest first, with the name of the channel; null: the account is deleted. */
export function listHoldRows(db: Reader) {
  return db
    .selectFrom('legal_hold')
    .leftJoin('account', 'account.channel_id', 'legal_hold.channel_id')
    .leftJoin('channel', 'channel.id', 'account.channel_id')
    .orderBy('legal_hold.created_at', 'desc')
    .orderBy('legal_hold.channel_id')
    .orderBy('case_number')
    .select([
      'legal_hold.channel_id as channelId',
      'channel.name as channelName',
      'case_number as caseNumber',
      'reason',
      'legal_hold.created_at as createdAt',
      'ends_at as endAt',
    ])
    .execute()
}

/** Whether the person has an account, or data that a hold keeps. */
export async function isKnown(db: Reader, channelId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where channel_id = ${channelId}
    union all (select from held_row where channel_id = ${channelId} limit 1)`.execute(db)
  return rows.length > 0
}

/** Deletes up to `limit` copies of rows of people without a hold, and returns their number. */
export function deleteReleasedRows(tx: Tx, limit: number): Promise<number> {
  return deleteRows(tx, 'held_row', sql`channel_id not in (select channel_id from legal_hold)`, limit)
}

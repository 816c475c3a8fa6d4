import type { Tx } from '../../../infra/db/db.ts'
import type { Suspension } from '../../../infra/db/tables.ts'

export async function insertSuspension(tx: Tx, { channel_id, ...suspension }: Suspension): Promise<void> {
  await tx
    .insertInto('suspension')
    .values({ channel_id, ...suspension })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(suspension))
    .execute()
}

export async function deleteSuspension(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('suspension').where('channel_id', '=', channelId).execute()
}

/** Locks the accounts whose suspension is over, up to `limit`. */
export async function findEndedSuspensions(tx: Tx, now: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('suspension')
    .innerJoin('account', 'account.channel_id', 'suspension.channel_id')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .select('suspension.channel_id')
    .forUpdate(['suspension', 'account'])
    .skipLocked()
    .execute()
  return rows.map((row) => row.channel_id)
}

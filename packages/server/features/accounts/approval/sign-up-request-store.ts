import type { Tx } from '../../../infra/db/db.ts'

export async function insertSignUpRequest(
  tx: Tx,
  { channelId, text, now }: { channelId: string; text: string; now: number },
): Promise<void> {
  await tx.insertInto('sign_up_request').values({ channel_id: channelId, text, created_at: now }).execute()
}

/** False when there is no such request. */
export async function deleteSignUpRequest(tx: Tx, channelId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_up_request')
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** False when there is no such request, or it was refused before. */
export async function refuseSignUpRequest(tx: Tx, channelId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_up_request')
    .set({ refused_at: now })
    .where('channel_id', '=', channelId)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Locks accounts that were refused before a time, up to `limit`, with their requests: one that is approved at the same time, and so
 * has no request, is left out.
 */
export async function lockRefusedAccounts(tx: Tx, refusedBefore: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('sign_up_request')
    .innerJoin('account', 'account.channel_id', 'sign_up_request.channel_id')
    .where('refused_at', '<=', refusedBefore)
    .orderBy('refused_at')
    .limit(limit)
    .select('account.channel_id')
    .forUpdate(['account', 'sign_up_request'])
    .skipLocked()
    .execute()
  return rows.map((row) => row.channel_id)
}

import type { Tx } from '../../../infra/db/db.ts'
import { allValues, hasChanged } from '../../../infra/db/results.ts'

export async function insertSignUpRequest(
  tx: Tx,
  { channelId, text, now }: { channelId: string; text: string; now: number },
): Promise<void> {
  await tx.insertInto('sign_up_request').values({ channel_id: channelId, text, created_at: now }).execute()
}

/** False when there is no such request. */
export function deleteSignUpRequest(tx: Tx, channelId: string): Promise<boolean> {
  return tx.deleteFrom('sign_up_request').where('channel_id', '=', channelId).$call(hasChanged)
}

/** False when there is no such request, or it was refused before. */
export function refuseSignUpRequest(tx: Tx, channelId: string, now: number): Promise<boolean> {
  return tx
    .updateTable('sign_up_request')
    .set({ refused_at: now })
    .where('channel_id', '=', channelId)
    .where('refused_at', 'is', null)
    .$call(hasChanged)
}

/**
 * Locks accounts that were refused before a time, up to `limit`, with their requests: one that is approved at the same time, and so
 * has no request, is left out.
 */
export function lockRefusedAccounts(tx: Tx, refusedBefore: number, limit: number): Promise<string[]> {
  return tx
    .selectFrom('sign_up_request')
    .innerJoin('account', 'account.channel_id', 'sign_up_request.channel_id')
    .where('refused_at', '<=', refusedBefore)
    .orderBy('refused_at')
    .limit(limit)
    .select('account.channel_id')
    .forUpdate(['account', 'sign_up_request'])
    .skipLocked()
    .$call(allValues)
}

import type { Reader, Tx } from '../../../infra/db/db.ts'
import { allValues, firstOrNull } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

export async function insertSuspension(tx: Tx, { channel_id, ...suspension }: Tables['suspension']): Promise<void> {
  await tx
    .insertInto('suspension')
    .values({ channel_id, ...suspension })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(suspension))
    .execute()
}

/** The reason that a suspended person reads, and the end: null, until somebody ends it. */
export async function loadShownSuspension(
  db: Reader,
  channelId: string,
): Promise<{ reason: string | null; endsAt: number | null }> {
  const row = await db
    .selectFrom('suspension')
    .where('channel_id', '=', channelId)
    .select(['shown_reason as reason', 'ends_at as endsAt'])
    .$call(firstOrNull)
  return row ?? { reason: null, endsAt: null }
}

export async function deleteSuspension(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('suspension').where('channel_id', '=', channelId).execute()
}

/** Locks the accounts whose suspension is over, up to `limit`. */
export function findEndedSuspensions(tx: Tx, now: number, limit: number): Promise<string[]> {
  return tx
    .selectFrom('suspension')
    .innerJoin('account', 'account.channel_id', 'suspension.channel_id')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .select('suspension.channel_id')
    .forUpdate(['suspension', 'account'])
    .skipLocked()
    .$call(allValues)
}

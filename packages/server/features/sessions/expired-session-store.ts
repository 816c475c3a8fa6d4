import type { Tx } from '../../infra/db/db.ts'

/** Deletes the sessions of session URLs that expired unused. */
export async function deleteUnconnectedSessions(
  tx: Tx,
  { monotonicNow, limit }: { monotonicNow: number; limit: number },
): Promise<number> {
  const unused = tx
    .selectFrom('session')
    .select('key')
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .where('ticket_expires_at', '<=', monotonicNow)
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('key', 'in', unused)
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

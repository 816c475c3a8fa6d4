import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Tx } from '../../infra/db/db.ts'
import { observedSince, observedUntil } from '../clock/observed-time-store.ts'

type ExpiredSessionQuery = { now: number; mode: Config['mode']; retentionMs: number; limit: number }

/**
 * Deletes sessions and their subscriptions after the retention time, as far as this platform
 * observed it pass.
 */
export async function deleteExpiredSessions(
  tx: Tx,
  { now, mode, retentionMs, limit }: ExpiredSessionQuery,
): Promise<number> {
  const expired = tx
    .selectFrom('session')
    .select('key')
    .where('disconnected_at', '<=', now - retentionMs)
    .where(observedSince(sql<number>`disconnected_at`, observedUntil(now, { mode })), '>=', retentionMs)
    .orderBy('disconnected_at')
    .orderBy('key')
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('session').where('key', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the sessions of session URLs that expired unused. */
export async function deleteUnconnectedSessions(
  tx: Tx,
  { monotonicNow, limit }: { monotonicNow: number; limit: number },
): Promise<number> {
  const unused = tx
    .selectFrom('session')
    .select('key')
    .where('connected_at', 'is', null)
    .where('ticket_expires_at', '<=', monotonicNow)
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('key', 'in', unused)
    .where('connected_at', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Tx } from '../../world/db/db.ts'
import { seenSince, seenUntil } from '../apps/seen-time-store.ts'

type Old = { now: number; mode: Config['mode']; keptMs: number; limit: number }

/** Removes sessions that ended so long ago, of the time that was seen to pass; with them what they were subscribed to. */
export async function removeOldSessions(tx: Tx, { now, mode, keptMs, limit }: Old): Promise<number> {
  const old = tx
    .selectFrom('session')
    .select('key')
    .where('disconnected_at', '<=', now - keptMs)
    .where(seenSince(sql<number>`disconnected_at`, seenUntil(now, { mode })), '>=', keptMs)
    .orderBy('disconnected_at')
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('session').where('key', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes URLs that nobody used in time. */
export async function removeUnusedUrls(tx: Tx, { onward, limit }: { onward: number; limit: number }): Promise<number> {
  const unused = tx
    .selectFrom('session')
    .select('key')
    .where('connected_at', 'is', null)
    .where('ticket_expires_at', '<=', onward)
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('key', 'in', unused)
    .where('connected_at', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

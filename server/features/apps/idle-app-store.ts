import { sql } from 'kysely'
import type { Tx } from '../../world/db/db.ts'
import { seenSince } from './seen-time-store.ts'

/** An application as the sweep names it. */
export type Swept = { client_id: string; name: string }

const sweptAtOnce = 100

/** When an application was last used, made or restored. */
export const lastUse = sql<number>`greatest(app.created_at, app.restored_at,
  (select max(last_used_at) from app_usage where app_usage.client_id = app.client_id))`

/** Applications that were not used for so long and were warned long enough ago; they are gone for the world. */
export async function markDeleted(
  tx: Tx,
  { now, idleMs, noticeMs }: { now: number; idleMs: number; noticeMs: number },
): Promise<Swept[]> {
  const due = tx
    .selectFrom('app')
    .select('client_id')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', now - idleMs)
    .where('warned_at', '>', lastUse)
    .where(seenSince(sql`app.warned_at`, now), '>=', noticeMs)
    .where(seenSince(lastUse, now), '>=', idleMs)
    .limit(sweptAtOnce)
  return tx
    .updateTable('app')
    .set({ deleted_at: now })
    .where('client_id', 'in', due)
    .returning(['client_id', 'name'])
    .execute()
}

/** Applications that were not used for so long and have no warning since. */
export async function markWarned(tx: Tx, { now, idleMs }: { now: number; idleMs: number }): Promise<Swept[]> {
  const due = tx
    .selectFrom('app')
    .select('client_id')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', now - idleMs)
    .where((where) => where.or([where('warned_at', 'is', null), where('warned_at', '<=', lastUse)]))
    .where(seenSince(lastUse, now), '>=', idleMs)
    .limit(sweptAtOnce)
  return tx
    .updateTable('app')
    .set({ warned_at: now })
    .where('client_id', 'in', due)
    .returning(['client_id', 'name'])
    .execute()
}

export async function findAppsToRemove(tx: Tx, now: number, tombstoneMs: number): Promise<Swept[]> {
  return tx
    .selectFrom('app')
    .select(['client_id', 'name'])
    .where('deleted_at', 'is not', null)
    .where(seenSince(sql`app.deleted_at`, now), '>=', tombstoneMs)
    .limit(sweptAtOnce)
    .execute()
}

/** False when it was restored meanwhile. */
export async function removeApp(tx: Tx, clientId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** False when there is no such deleted application. Being restored counts as a use. */
export async function markRestored(tx: Tx, clientId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app')
    .set({ deleted_at: null, warned_at: null, restored_at: now })
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

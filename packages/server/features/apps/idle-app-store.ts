import { sql } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'
import { hasChanged } from '../../infra/db/results.ts'
import { observedSince } from '../clock/observed-time-store.ts'
import { platformAppPrefix } from './platform-app.ts'

export type SweptApp = { client_id: string; name: string }
export type WarnedApp = SweptApp & { owners: string[] }

/** The most applications that one call warns, deletes or lists. */
export const sweptAppsLimit = 100

/** When an application was last used, created or restored. */
export const lastUsedAt = sql<number>`greatest(app.created_at, app.restored_at,
  (select max(last_used_at) from app_usage where app_usage.client_id = app.client_id))`

/** The person or the owners of the team that an application belongs to. */
const owners = sql<string[]>`array(
  select channel_id from app_member where app_member.client_id = app.client_id and role = 'OWNER' order by 1)`

/** Deletes applications that were idle for `idleMs` and warned at least `noticeMs` ago. */
export function markIdleAppsDeleted(
  tx: Tx,
  { now, idleMs, noticeMs }: { now: number; idleMs: number; noticeMs: number },
): Promise<SweptApp[]> {
  const due = tx
    .selectFrom('app')
    .select('client_id')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', now - idleMs)
    .where('client_id', 'not like', `${platformAppPrefix}%`)
    .where('warned_at', '>', lastUsedAt)
    .where(observedSince(sql`app.warned_at`, now), '>=', noticeMs)
    .where(observedSince(lastUsedAt, now), '>=', idleMs)
    .limit(sweptAppsLimit)
  return tx
    .updateTable('app')
    .set({ deleted_at: now })
    .where('client_id', 'in', due)
    .returning(['client_id', 'name'])
    .execute()
}

/** Warns applications that were idle for `idleMs` and have no warning since their last use. */
export function markIdleAppsWarned(tx: Tx, { now, idleMs }: { now: number; idleMs: number }): Promise<WarnedApp[]> {
  const due = tx
    .selectFrom('app')
    .select('client_id')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', now - idleMs)
    .where('client_id', 'not like', `${platformAppPrefix}%`)
    .where((where) => where.or([where('warned_at', 'is', null), where('warned_at', '<=', lastUsedAt)]))
    .where(observedSince(lastUsedAt, now), '>=', idleMs)
    .limit(sweptAppsLimit)
  return tx
    .updateTable('app')
    .set({ warned_at: now })
    .where('client_id', 'in', due)
    .returning(['client_id', 'name', owners.as('owners')])
    .execute()
}

export function listAppsToPurge(tx: Tx, now: number, tombstoneMs: number): Promise<SweptApp[]> {
  return tx
    .selectFrom('app')
    .select(['client_id', 'name'])
    .where('deleted_at', 'is not', null)
    .where(observedSince(sql`app.deleted_at`, now), '>=', tombstoneMs)
    .limit(sweptAppsLimit)
    .execute()
}

/** False when the application was restored in the meantime. */
export function purgeApp(tx: Tx, clientId: string): Promise<boolean> {
  return tx.deleteFrom('app').where('client_id', '=', clientId).where('deleted_at', 'is not', null).$call(hasChanged)
}

/** False when there is no such deleted application. A restore counts as a use. */
export function markAppRestored(tx: Tx, clientId: string, now: number): Promise<boolean> {
  return tx
    .updateTable('app')
    .set({ deleted_at: null, warned_at: null, restored_at: now })
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is not', null)
    .$call(hasChanged)
}

import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

export type AppUsageDelta = { clientId: string; scope: string; calls: number; firstUsedAt: number; lastUsedAt: number }
export type GrantUsageDelta = { grantId: string; firstUsedAt: number; lastUsedAt: number }

/**
 * Adds usage counts. Skips rows deleted in the meantime. Writes in one order, so that processes do not
 * deadlock.
 */
export async function addUsage(tx: Tx, apps: readonly AppUsageDelta[], grants: readonly GrantUsageDelta[]) {
  await sql`
    insert into app_usage (client_id, scope, calls, first_used_at, last_used_at)
    select app.client_id, used.scope, used.calls, used.first, used.last
    from unnest(
      ${apps.map(({ clientId }) => clientId)}::text[], ${apps.map(({ scope }) => scope)}::text[],
      ${apps.map(({ calls }) => calls)}::bigint[], ${apps.map(({ firstUsedAt }) => firstUsedAt)}::bigint[],
      ${apps.map(({ lastUsedAt }) => lastUsedAt)}::bigint[]) as used (client_id, scope, calls, first, last)
    join app on app.client_id = used.client_id
    order by 1, 2
    on conflict (client_id, scope) do update set
      calls = app_usage.calls + excluded.calls,
      first_used_at = least(app_usage.first_used_at, excluded.first_used_at),
      last_used_at = greatest(app_usage.last_used_at, excluded.last_used_at)`.execute(tx)
  if (grants.length === 0) return
  await sql`
    insert into grant_usage (grant_id, first_used_at, last_used_at)
    select user_grant.id, used.first, used.last
    from unnest(
      ${grants.map(({ grantId }) => grantId)}::uuid[], ${grants.map(({ firstUsedAt }) => firstUsedAt)}::bigint[],
      ${grants.map(({ lastUsedAt }) => lastUsedAt)}::bigint[]) as used (grant_id, first, last)
    join user_grant on user_grant.id = used.grant_id
    order by 1
    on conflict (grant_id) do update set
      first_used_at = least(grant_usage.first_used_at, excluded.first_used_at),
      last_used_at = greatest(grant_usage.last_used_at, excluded.last_used_at)`.execute(tx)
}

import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

/** The calls of an application that needed a scope, of a grant, or with the credentials of the application. */
export type UsageSum = {
  clientId: string
  scope: string
  grantId: string | null
  calls: number
  firstUsedAt: number
  lastUsedAt: number
}

/** Adds usage counts. Skips rows deleted in the meantime. Writes in one order, so that processes do not deadlock. */
export async function addUsage(tx: Tx, sums: readonly UsageSum[]): Promise<void> {
  const used = sql`json_to_recordset(${JSON.stringify(sums)}::json) as used (
    "clientId" text, scope text, "grantId" uuid, calls bigint, "firstUsedAt" bigint, "lastUsedAt" bigint)`
  await sql`
    insert into app_usage (client_id, scope, calls, first_used_at, last_used_at)
    select app.client_id, used.scope, sum(used.calls), min("firstUsedAt"), max("lastUsedAt")
    from ${used} join app on app.client_id = used."clientId"
    group by 1, 2 order by 1, 2
    on conflict (client_id, scope) do update set
      calls = app_usage.calls + excluded.calls,
      first_used_at = least(app_usage.first_used_at, excluded.first_used_at),
      last_used_at = greatest(app_usage.last_used_at, excluded.last_used_at)`.execute(tx)
  await sql`
    insert into grant_usage (grant_id, first_used_at, last_used_at)
    select user_grant.id, min("firstUsedAt"), max("lastUsedAt")
    from ${used} join user_grant on user_grant.id = used."grantId"
    group by 1 order by 1
    on conflict (grant_id) do update set
      first_used_at = least(grant_usage.first_used_at, excluded.first_used_at),
      last_used_at = greatest(grant_usage.last_used_at, excluded.last_used_at)`.execute(tx)
}

import { sql } from 'kysely'
import { failure } from '@onair/contract'
import type { Tx } from '../../infra/db/db.ts'
import type { EndpointKey } from './webhook-store.ts'
import { observedSince, observedUntil } from '../clock/observed-time-store.ts'

const dayMs = 86_400_000

/** Clears the failing state of webhooks. Locks rows in a fixed order to prevent deadlocks. */
export async function markHealthy(tx: Tx, endpointIds: readonly string[]) {
  if (endpointIds.length === 0) return
  await sql`
    update webhook_endpoint set failing_since = null
    where id in (
      select id from webhook_endpoint
      where id = any(${endpointIds}::text[]) and failing_since is not null order by id for update)`.execute(tx)
}

/**
 * Marks webhooks as failing, and disables those without a success for `webhookDisableDays`. Time during which no worker
 * ran does not count, so a clock that jumps disables no webhook. Returns those it disabled.
 */
export async function markFailing(
  tx: Tx,
  endpointIds: readonly string[],
  now: number,
  { countsAllTime, webhookDisableDays }: { countsAllTime: boolean; webhookDisableDays: number },
): Promise<EndpointKey[]> {
  if (endpointIds.length === 0) return []
  const failedFor = observedSince(sql`failing_since`, observedUntil(now, { countsAllTime }))
  const { rows } = await sql<EndpointKey & { status: string }>`
    with checked as (
      select id, ${failedFor} >= ${webhookDisableDays * dayMs}::bigint as is_due_to_disable
      from webhook_endpoint
      where id = any(${endpointIds}::text[]) and status = 'ENABLED'
      order by id for update
    )
    update webhook_endpoint set
      failing_since = coalesce(failing_since, ${now}),
      status = case when is_due_to_disable then 'DISABLED' else status end,
      status_reason = case when is_due_to_disable then ${failure('DISABLED_AFTER_FAILURES', { days: webhookDisableDays })}::jsonb else status_reason end,
      changed_at = case when is_due_to_disable then ${now} else changed_at end
    from checked where checked.id = webhook_endpoint.id
    returning webhook_endpoint.id as "endpointId", client_id as "clientId", status`.execute(tx)
  return rows
    .filter(({ status }) => status === 'DISABLED')
    .map(({ clientId, endpointId }) => ({ clientId, endpointId }))
}

export type FailingEndpoint = {
  endpointId: string
  clientId: string
  url: string
  appName: string
  owners: string[]
}

/**
 * Marks endpoints that have been failing for `failingMs`, once for each time that they began to fail, and returns them.
 * Workers that sweep at the same time mark others. Time during which no worker ran does not count.
 */
export async function markFailureMailed(
  tx: Tx,
  { now, failingMs, limit, countsAllTime }: { now: number; failingMs: number; limit: number; countsAllTime: boolean },
): Promise<FailingEndpoint[]> {
  const failedFor = observedSince(sql`failing_since`, observedUntil(now, { countsAllTime }))
  const { rows } = await sql<FailingEndpoint>`
    update webhook_endpoint set mailed_failing_since = failing_since
    from active_app
    where active_app.client_id = webhook_endpoint.client_id and webhook_endpoint.id in (
      select webhook_endpoint.id from webhook_endpoint join active_app using (client_id)
      where failing_since is not null and mailed_failing_since is distinct from failing_since
        and (active_app.owner_channel_id is not null or active_app.team_id is not null) and ${failedFor} >= ${failingMs}
      order by webhook_endpoint.id limit ${limit} for update of webhook_endpoint skip locked)
    returning webhook_endpoint.id as "endpointId", webhook_endpoint.client_id as "clientId", webhook_endpoint.url,
      active_app.name as "appName", array(
        select app_member.channel_id from app_member where app_member.client_id = active_app.client_id and role = 'OWNER'
        order by 1) as owners`.execute(tx)
  return rows
}

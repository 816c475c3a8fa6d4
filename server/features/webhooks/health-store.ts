import { sql } from 'kysely'
import { failure } from '@onair/contract'
import type { Tx } from '../../infra/db/db.ts'
import { observedSince, observedUntil } from '../clock/observed-time-store.ts'

const dayMs = 86_400_000

/** Clears the failing state of webhooks. Locks rows in a fixed order to prevent deadlocks. */
export async function markHealthy(tx: Tx, clientIds: readonly string[]) {
  if (clientIds.length === 0) return
  await sql`
    update webhook_subscription set failing_since = null
    where client_id in (
      select client_id from webhook_subscription
      where client_id = any(${clientIds}::text[]) and failing_since is not null order by client_id for update)`.execute(
    tx,
  )
}

/**
 * Marks webhooks as failing, and disables those without a success for `webhookDisableDays`. Time during which no worker
 * ran does not count, so a clock that jumps disables no webhook. Returns the applications it disabled.
 */
export async function markFailing(
  tx: Tx,
  clientIds: readonly string[],
  now: number,
  { mode, webhookDisableDays }: { mode: 'sandbox' | 'production'; webhookDisableDays: number },
): Promise<string[]> {
  if (clientIds.length === 0) return []
  const failedFor = observedSince(sql`failing_since`, observedUntil(now, { mode }))
  const { rows } = await sql<{ clientId: string; status: string }>`
    with checked as (
      select client_id, ${failedFor} >= ${webhookDisableDays * dayMs}::bigint as is_due_to_disable
      from webhook_subscription
      where client_id = any(${clientIds}::text[]) and status = 'ENABLED'
      order by client_id for update
    )
    update webhook_subscription set
      failing_since = coalesce(failing_since, ${now}),
      status = case when is_due_to_disable then 'DISABLED' else status end,
      status_reason = case when is_due_to_disable then ${failure('DISABLED_AFTER_FAILURES', { days: webhookDisableDays })}::jsonb else status_reason end,
      changed_at = case when is_due_to_disable then ${now} else changed_at end
    from checked where checked.client_id = webhook_subscription.client_id
    returning webhook_subscription.client_id as "clientId", status`.execute(tx)
  return rows.filter(({ status }) => status === 'DISABLED').map(({ clientId }) => clientId)
}

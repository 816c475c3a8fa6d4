import { sql } from 'kysely'
import type { Tx } from '../../world/db/db.ts'

const dayMs = 86_400_000

/** An endpoint that took something fails no more. In one order, so that processes do not block each other. */
export async function markWorking(tx: Tx, clientIds: readonly string[]) {
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
 * Notes failures, and disables endpoints that failed for so many days without one success. In production only time that
 * was seen to pass counts, up to the last look at the clock, so that a clock that leaps disables nobody; in the sandbox
 * every time counts. Answers whom it disabled.
 */
export async function markFailing(
  tx: Tx,
  clientIds: readonly string[],
  now: number,
  { mode, webhookDisableDays }: { mode: 'sandbox' | 'production'; webhookDisableDays: number },
): Promise<string[]> {
  if (clientIds.length === 0) return []
  const until = mode === 'sandbox' ? sql`${now}::bigint` : sql`(select looked_at from idle_watch)`
  const unseen = sql`(select coalesce(sum(ended_at - greatest(began_at, failing_since)), 0) from unseen_time
    where ended_at > failing_since)`
  const { rows } = await sql<{ clientId: string; status: string }>`
    with judged as (
      select client_id, ${until} - failing_since - ${unseen} >= ${webhookDisableDays * dayMs}::bigint as is_over
      from webhook_subscription
      where client_id = any(${clientIds}::text[]) and status = 'ENABLED'
      order by client_id for update
    )
    update webhook_subscription set
      failing_since = coalesce(failing_since, ${now}),
      status = case when is_over then 'DISABLED' else status end,
      status_reason = case when is_over then ${`no success in ${webhookDisableDays} days`} else status_reason end,
      changed_at = case when is_over then ${now} else changed_at end
    from judged where judged.client_id = webhook_subscription.client_id
    returning webhook_subscription.client_id as "clientId", status`.execute(tx)
  return rows.filter(({ status }) => status === 'DISABLED').map(({ clientId }) => clientId)
}

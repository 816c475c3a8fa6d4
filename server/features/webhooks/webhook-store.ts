import type { Failure, WebhookDisabledCode, WebhookStatus } from '@onair/contract'
import { sql, type Selectable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { WebhookSubscription } from '../../infra/db/tables.ts'

export async function loadWebhook(db: Reader, clientId: string): Promise<Selectable<WebhookSubscription> | null> {
  const row = await db
    .selectFrom('webhook_subscription')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns null when there is none. */
export async function lockWebhook(tx: Tx, clientId: string): Promise<{ status: WebhookStatus } | null> {
  const row = await tx
    .selectFrom('webhook_subscription')
    .select('status')
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Sets the URL and clears its failures. The status is unchanged; that of a new webhook is ENABLED. */
export async function putWebhookUrl(tx: Tx, { clientId, url, now }: { clientId: string; url: string; now: number }) {
  await tx
    .insertInto('webhook_subscription')
    .values({ client_id: clientId, url, changed_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ url, changed_at: now, failing_since: null }))
    .execute()
}

/** Webhooks of a copy that lead to the original lead to the copy. */
export async function replaceWebhookOrigin(tx: Tx, from: string, to: string) {
  await tx
    .updateTable('webhook_subscription')
    .set({ url: sql`${to}::text || substr(url, ${from.length + 1}::integer)` })
    .where(sql<boolean>`starts_with(url, ${`${from}/`})`)
    .execute()
}

/** Returns false when there is no webhook. */
export async function updateWebhookStatus(
  tx: Tx,
  {
    clientId,
    status,
    reason,
    now,
  }: { clientId: string; status: WebhookStatus; reason: Failure<WebhookDisabledCode> | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_subscription')
    .set({ status, status_reason: reason, changed_at: now, failing_since: null })
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false when there was none. */
export async function deleteWebhookRow(tx: Tx, clientId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_subscription')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

import type { BodyOf, consoleApi, Failure, WebhookDisabledCode, WebhookStatus } from '@onair/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The key of an endpoint. The endpoint id of the registered webhook is the client id. */
export type EndpointKey = { clientId: string; endpointId: string }

export function loadEndpoint(
  db: Reader,
  { clientId, endpointId }: EndpointKey,
): Promise<Selectable<Tables['webhook_endpoint']> | null> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', endpointId)
    .where('client_id', '=', clientId)
    .$call(firstOrNull)
}

/** The further endpoints of an application, the oldest first, with their filters and the end of the older secret. */
export async function listFurtherEndpoints(db: Reader, clientId: string, monotonicNow: number) {
  type Row = Selectable<Tables['webhook_endpoint']> & {
    name: string
    channels: { channelId: string; channelName: string }[]
    campaigns: { campaignId: string; title: string }[]
    olderSecretEndsAt: number | null
  }
  const { rows } = await sql<Row>`
    select endpoint.*,
      (select coalesce(jsonb_agg(jsonb_build_object('channelId', filter.id, 'channelName', coalesce(name, '')) order by at), '[]')
       from unnest(endpoint.channel_ids) with ordinality as filter (id, at)
       left join channel on channel.id = filter.id) as channels,
      (select coalesce(jsonb_agg(jsonb_build_object('campaignId', filter.id, 'title', coalesce(title, '')) order by at), '[]')
       from unnest(endpoint.campaign_ids) with ordinality as filter (id, at)
       left join campaign on campaign.id = filter.id::uuid) as campaigns,
      (select min(expires_at) from webhook_secret
       where endpoint_id = endpoint.id and expires_at > ${monotonicNow}) as "olderSecretEndsAt"
    from webhook_endpoint as endpoint
    where client_id = ${clientId} and id <> client_id order by created_at, id`.execute(db)
  return rows
}

/** Locks an endpoint. Returns null when there is none. */
export function lockEndpoint(tx: Tx, { clientId, endpointId }: EndpointKey): Promise<{ status: WebhookStatus } | null> {
  return tx
    .selectFrom('webhook_endpoint')
    .select('status')
    .where('id', '=', endpointId)
    .where('client_id', '=', clientId)
    .forUpdate()
    .$call(firstOrNull)
}

/** Locks all endpoints of an application, and returns their ids. */
export async function lockEndpoints(tx: Tx, clientId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the application, so that endpoints are counted and inserted one request at a time. */
export async function lockFurtherEndpointCount(tx: Tx, clientId: string): Promise<number> {
  await tx.selectFrom('app').select('client_id').where('client_id', '=', clientId).forUpdate().execute()
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhook_endpoint where client_id = ${clientId} and id <> client_id`.execute(
    tx,
  )
  return rows[0]!.count
}

export async function insertEndpoint(tx: Tx, endpoint: Insertable<Tables['webhook_endpoint']>) {
  await tx.insertInto('webhook_endpoint').values(endpoint).execute()
}

/** How many of these campaigns are the application's. */
export async function countOwnCampaigns(tx: Tx, clientId: string, campaignIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from campaign
    where client_id = ${clientId} and id = any(${campaignIds}::uuid[])`.execute(tx)
  return rows[0]!.count
}

/** Sets the URL of the registered webhook and clears its failures. The status is unchanged; that of a new one is ENABLED. */
export async function putWebhookUrl(tx: Tx, { clientId, url, now }: { clientId: string; url: string; now: number }) {
  const created = { id: clientId, client_id: clientId, url, created_at: now, changed_at: now }
  await tx
    .insertInto('webhook_endpoint')
    .values(created)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ url, changed_at: now, failing_since: null }))
    .execute()
}

export type EndpointChanges = BodyOf<typeof consoleApi.webhooks.updateWebhookEndpoint>

/** Changes a further endpoint. A new URL clears its failures. */
export async function updateFurtherEndpoint(
  tx: Tx,
  { endpointId }: EndpointKey,
  { name, url, channelIds, campaignIds }: Omit<EndpointChanges, 'status'>,
  now: number,
) {
  await tx
    .updateTable('webhook_endpoint')
    .set({
      changed_at: now,
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url, failing_since: null }),
      ...(channelIds !== undefined && { channel_ids: channelIds }),
      ...(campaignIds !== undefined && { campaign_ids: campaignIds }),
    })
    .where('id', '=', endpointId)
    .execute()
}

/** Webhooks of a copy that lead to the original lead to the copy. */
export async function replaceWebhookOrigin(tx: Tx, from: string, to: string) {
  await tx
    .updateTable('webhook_endpoint')
    .set({ url: sql`${to}::text || substr(url, ${from.length + 1}::integer)` })
    .where(sql<boolean>`starts_with(url, ${`${from}/`})`)
    .execute()
}

/** Returns false when there is no such endpoint. */
export function updateEndpointStatus(
  tx: Tx,
  { clientId, endpointId }: EndpointKey,
  { status, reason, now }: { status: WebhookStatus; reason: Failure<WebhookDisabledCode> | null; now: number },
): Promise<boolean> {
  return tx
    .updateTable('webhook_endpoint')
    .set({ status, status_reason: reason, changed_at: now, failing_since: null })
    .where('id', '=', endpointId)
    .where('client_id', '=', clientId)
    .$call(hasChanged)
}

/** Returns false when there was none. */
export function deleteEndpointRow(tx: Tx, { clientId, endpointId }: EndpointKey): Promise<boolean> {
  return tx
    .deleteFrom('webhook_endpoint')
    .where('id', '=', endpointId)
    .where('client_id', '=', clientId)
    .$call(hasChanged)
}

/** The valid secrets of each endpoint, the older one first. */
export async function listValidSecrets(tx: Tx, endpointIds: readonly string[], monotonicNow: number) {
  const { rows } = await sql<{ endpointId: string; position: number; sealed: Buffer }>`
    select endpoint_id as "endpointId", position, sealed from webhook_secret
    where endpoint_id = any(${endpointIds}::text[]) and (expires_at is null or expires_at > ${monotonicNow})
    order by endpoint_id, position`.execute(tx)
  return rows
}

export async function insertEndpointSecret(tx: Tx, endpointId: string, sealed: Buffer) {
  await tx.insertInto('webhook_secret').values({ endpoint_id: endpointId, sealed, expires_at: null }).execute()
}

export async function updateEndpointSecretExpiry(tx: Tx, position: number, expiresAt: number) {
  await tx.updateTable('webhook_secret').set({ expires_at: expiresAt }).where('position', '=', position).execute()
}

export async function deleteExpiredSecrets(tx: Tx, endpointId: string, monotonicNow: number) {
  await tx
    .deleteFrom('webhook_secret')
    .where('endpoint_id', '=', endpointId)
    .where('expires_at', '<=', monotonicNow)
    .execute()
}

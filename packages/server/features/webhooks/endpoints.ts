import { limits, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, deliveriesTopic } from '../../shared/bus-messages.ts'
import { utcDate } from '../../shared/dates.ts'
import { errorReason, invalidField, Refusal } from '../../shared/refusal.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { findChannels } from '../channels/channel-store.ts'
import { addEndpointSecret } from './endpoint-secrets.ts'
import { toWebhook } from './get-webhook.ts'
import { lockFurtherEndpoint } from './lock-endpoint.ts'
import { requireValidWebhookUrl, statusChange } from './update-webhook.ts'
import {
  countOwnCampaigns,
  deleteEndpointRow,
  insertEndpoint,
  listFurtherEndpoints,
  lockFurtherEndpointCount,
  updateEndpointStatus,
  updateFurtherEndpoint,
  type EndpointChanges,
  type EndpointKey,
} from './webhook-store.ts'

type EndpointList = ContentOf<typeof consoleApi.webhooks.listWebhookEndpoints>
type EndpointFields = BodyOf<typeof consoleApi.webhooks.createWebhookEndpoint>

/** The further endpoints of an application, the oldest first. */
export async function listWebhookEndpoints(
  clientId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<EndpointList> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const rows = await listFurtherEndpoints(db.read, clientId, monotonicNow)
  return {
    data: await Promise.all(
      rows.map(async ({ olderSecretEndsAt, channels, campaigns, ...row }) => ({
        endpointId: row.id,
        name: row.name,
        ...(await toWebhook(row, db.read)),
        createdDate: utcDate(row.created_at),
        channels,
        campaigns,
        olderSecretEndsDate: olderSecretEndsAt === null ? null : utcDate(now + olderSecretEndsAt - monotonicNow),
      })),
    ),
  }
}

/** Adds an endpoint. The response is the only one that contains its secret. */
export async function createWebhookEndpoint(
  { clientId, name, url, channelIds = [], campaignIds = [] }: { clientId: string } & EndpointFields,
  deps: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'outboundHttp' | 'programKey' | 'random'>,
): Promise<{ endpointId: string; secret: string }> {
  const { clock, db, random } = deps
  const now = clock.now()
  requireValidWebhookUrl(url, deps, 'url')
  const endpointId = random.uuid()
  const secret = await db.transaction(async (tx) => {
    if ((await lockFurtherEndpointCount(tx, clientId)) >= limits.webhookEndpoints - 1)
      throw new Refusal('badInput', errorReason('TOO_MANY_ENDPOINTS', { most: limits.webhookEndpoints }))
    await requireKnownIds(tx, clientId, { channelIds, campaignIds })
    await insertEndpoint(tx, {
      id: endpointId,
      client_id: clientId,
      name: parseName(name),
      url,
      created_at: now,
      changed_at: now,
      channel_ids: channelIds,
      campaign_ids: campaignIds,
    })
    const detail = { endpointId, webhookOrigin: new URL(url).origin }
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail })
    return addEndpointSecret(tx, endpointId, deps)
  })
  return { endpointId, secret }
}

/** Changes an endpoint. Waiting deliveries go to the new URL; new filters apply to later events. */
export async function updateWebhookEndpoint(
  key: EndpointKey,
  { name, status, ...changes }: EndpointChanges,
  deps: Pick<Deps, 'clock' | 'db' | 'outboundHttp'>,
): Promise<void> {
  const now = deps.clock.now()
  const { clientId, endpointId } = key
  const { url, ...filters } = changes
  if (url !== undefined) requireValidWebhookUrl(url, deps, 'url')
  const newName = name === undefined ? {} : { name: parseName(name) }
  await deps.db.transaction(async (tx, publish) => {
    await lockFurtherEndpoint(tx, key)
    await requireKnownIds(tx, clientId, filters)
    await updateFurtherEndpoint(tx, key, { ...changes, ...newName }, now)
    if (status !== undefined) await updateEndpointStatus(tx, key, statusChange(status, now))
    // The path and the query of a URL may hold a secret of the receiver.
    const detail = {
      endpointId,
      ...(url !== undefined && { webhookOrigin: new URL(url).origin }),
      ...(status !== undefined && { webhookStatus: status }),
      ...(filters.channelIds && { channelIds: filters.channelIds }),
      ...(filters.campaignIds && { campaignIds: filters.campaignIds }),
    }
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail })
    publish(busMessage(deliveriesTopic, {}))
  })
}

/** Deletes an endpoint and its secrets. A worker ends the deliveries that wait for it. */
export async function deleteWebhookEndpoint(
  key: EndpointKey,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  const { clientId, endpointId } = key
  await db.transaction(async (tx, publish) => {
    await lockFurtherEndpoint(tx, key)
    await deleteEndpointRow(tx, key)
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail: { endpointId, webhookOrigin: null } })
    publish(busMessage(deliveriesTopic, {}))
  })
}

function parseName(name: string): string {
  const parsed = parseShortText(name.trim())
  if ('refusal' in parsed) throw invalidField('name', parsed.refusal)
  return parsed.text
}

/** Throws 400 if a channel does not exist, or a campaign is not the application's. */
async function requireKnownIds(
  tx: Tx,
  clientId: string,
  { channelIds, campaignIds }: Pick<EndpointFields, 'channelIds' | 'campaignIds'>,
) {
  const [channels, campaigns] = [[...new Set(channelIds)], [...new Set(campaignIds)]]
  if (channels.length > 0 && (await findChannels(tx, channels)).length < channels.length)
    throw invalidField('channelIds', 'NO_SUCH_CHANNEL')
  if (campaigns.length > 0 && (await countOwnCampaigns(tx, clientId, campaigns)) < campaigns.length)
    throw invalidField('campaignIds', 'NO_SUCH_CAMPAIGN')
}

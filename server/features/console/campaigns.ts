import { consoleCampaigns, limits } from '@onair/contract'
import { parseTimestamp } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { isUuid } from '../../shared/ids.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { listChannels, findChannelsByNameOrId } from '../channels/channel-store.ts'
import { listAppClaims } from '../drops/list-app-claims.ts'
import { setFulfillmentState } from '../drops/fulfil-claims.ts'
import { createCampaign } from '../drops/create-campaign.ts'
import { loadCampaignWithCounts, listCampaignsOfOwner, endCampaign } from '../drops/campaigns.ts'
import { findLastDeliveryByClaim } from '../webhooks/delivery-log-store.ts'
import { requireOwnApp } from './own-app.ts'

export const makeOwnCampaign = defineHandler(consoleCampaigns.createCampaign, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const { startsDate, endsDate, ...campaign } = call.body
  const startsAt = parseTimestamp('startsDate', startsDate ?? undefined) ?? deps.clock.now()
  return createCampaign(
    { ...campaign, clientId, startsAt, endsAt: parseTimestamp('endsDate', endsDate ?? undefined) ?? null },
    deps,
  )
})

export const listOwnCampaigns = defineHandler(consoleCampaigns.listCampaigns, ({ caller, query }, deps) =>
  listCampaignsOfOwner(caller.channelId, query, deps),
)

export const readCampaign = defineHandler(consoleCampaigns.getCampaign, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  return loadCampaignWithCounts({ clientId, campaignId: call.pathParams.campaignId }, deps)
})

export const endOwnCampaign = defineHandler(consoleCampaigns.endCampaign, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const endsAt = parseTimestamp('endsDate', call.body.endsDate ?? undefined) ?? null
  return { endsDate: await endCampaign({ clientId, campaignId: call.pathParams.campaignId, endsAt }, deps) }
})

export const listClaims = defineHandler(consoleCampaigns.listClaims, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const { who, ...filter } = call.query
  const { read } = deps.db
  const { data, page } = await listAppClaims(
    clientId,
    { ...filter, ...(await findClaimants(who, deps)) },
    invalidField,
    deps,
  )
  const channels = await listChannels(
    read,
    data.map(({ channelId }) => channelId),
  )
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const lastDeliveries = await findLastDeliveryByClaim(
    read,
    clientId,
    data.map(({ claimId }) => claimId),
  )
  const deliveryByClaim = new Map(
    lastDeliveries.map(({ claimId, deliveryId, state }) => [claimId, { deliveryId, state }]),
  )
  const claims = data.map((claim) => ({
    ...claim,
    channelName: names.get(claim.channelId) ?? '',
    notification: deliveryByClaim.get(claim.claimId) ?? null,
  }))
  return { data: claims, page }
})

/** A claim's own id, or the channels of a name or an id. Names are nobody's own. */
async function findClaimants(search: string | undefined, { db }: Pick<Deps, 'db'>) {
  if (search === undefined) return {}
  if (isUuid(search)) return { claimId: [search] }
  const channels = await findChannelsByNameOrId(db.read, search.normalize('NFC').trim(), limits.channelsPerName)
  return { channelIds: channels.map(({ id }) => id) }
}

export const fulfilOwnClaims = defineHandler(consoleCampaigns.fulfilClaims, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  return setFulfillmentState(clientId, call.body, deps)
})

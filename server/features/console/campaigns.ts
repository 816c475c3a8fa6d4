import { consoleCampaigns, limits } from '@onair/contract'
import { momentOf } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { isUuid } from '../../kit/ids.ts'
import { badField } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { findChannels, findChannelsNamed } from '../channels/channel-store.ts'
import { claimsOf } from '../drops/claims-of-app.ts'
import { fulfil } from '../drops/fulfil-claims.ts'
import { makeCampaign } from '../drops/make-campaign.ts'
import { campaignOf, campaignsOf, endCampaign } from '../drops/own-campaigns.ts'
import { findLastOfClaims } from '../webhooks/delivery-log-store.ts'
import { ownApp } from './own-app.ts'

export const makeOwnCampaign = handle(consoleCampaigns.makeCampaign, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const { startsDate, endsDate, ...campaign } = call.body
  const startsAt = momentOf('startsDate', startsDate ?? undefined) ?? world.clock.now()
  return makeCampaign(
    { ...campaign, clientId, startsAt, endsAt: momentOf('endsDate', endsDate ?? undefined) ?? null },
    world,
  )
})

export const listOwnCampaigns = handle(consoleCampaigns.listOwnCampaigns, ({ caller, query }, world) =>
  campaignsOf(caller.channelId, query, world),
)

export const readOwnCampaign = handle(consoleCampaigns.readCampaign, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  return campaignOf({ clientId, campaignId: call.inPath.campaignId }, world)
})

export const endOwnCampaign = handle(consoleCampaigns.endCampaign, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const endsAt = momentOf('endsDate', call.body.endsDate ?? undefined) ?? null
  return { endsDate: await endCampaign({ clientId, campaignId: call.inPath.campaignId, endsAt }, world) }
})

export const listOwnClaims = handle(consoleCampaigns.listClaims, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const { who, ...asked } = call.query
  const { read } = world.db
  const { data, page } = await claimsOf(clientId, { ...asked, ...(await whose(who, world)) }, badField, world)
  const channels = await findChannels(
    read,
    data.map(({ channelId }) => channelId),
  )
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const last = await findLastOfClaims(
    read,
    clientId,
    data.map(({ claimId }) => claimId),
  )
  const byClaim = new Map(last.map(({ claimId, deliveryId, state }) => [claimId, { deliveryId, state }]))
  const claims = data.map((claim) => ({
    ...claim,
    channelName: names.get(claim.channelId) ?? '',
    notification: byClaim.get(claim.claimId) ?? null,
  }))
  return { data: claims, page }
})

/** A claim's own id, or the channels of a name or an id. Names are nobody's own. */
async function whose(who: string | undefined, { db }: Pick<World, 'db'>) {
  if (who === undefined) return {}
  if (isUuid(who)) return { claimId: [who] }
  const channels = await findChannelsNamed(db.read, who.normalize('NFC').trim(), limits.channelsOfOneName)
  return { channelIds: channels.map(({ id }) => id) }
}

export const fulfilOwnClaims = handle(consoleCampaigns.fulfilClaims, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  return fulfil(clientId, call.body, world)
})

import { consoleCampaigns } from '@onair/contract'
import { momentOf } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { badField } from '../../kit/refusal.ts'
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

export const listOwnCampaigns = handle(consoleCampaigns.listOwnCampaigns, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  return { data: await campaignsOf(clientId, Number(call.query.page ?? 0), world) }
})

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
  const { data, page } = await claimsOf(clientId, call.query, badField, world)
  const claimIds = data.map(({ claimId }) => claimId)
  const last = await findLastOfClaims(world.db.read, clientId, claimIds)
  const byClaim = new Map(last.map(({ claimId, deliveryId, state }) => [claimId, { deliveryId, state }]))
  return { data: data.map((claim) => ({ ...claim, notification: byClaim.get(claim.claimId) ?? null })), page }
})

export const fulfilOwnClaims = handle(consoleCampaigns.fulfilClaims, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  return fulfil(clientId, call.body, world)
})

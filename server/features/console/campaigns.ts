import { consoleCampaigns } from '@onair/contract'
import { momentOf } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { makeCampaign } from '../drops/make-campaign.ts'
import { campaignOf, campaignsOf, endCampaign } from '../drops/own-campaigns.ts'
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

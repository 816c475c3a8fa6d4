import type { consoleApi } from '@onair/contract'
import { requireOwnApp } from '../../features/apps/require-app.ts'
import { endCampaign, getCampaign, getCampaignFunnel, listCampaigns } from '../../features/drops/campaigns.ts'
import { createCampaign } from '../../features/drops/create-campaign.ts'
import { fulfillClaims } from '../../features/drops/fulfill-claims.ts'
import { listClaims } from '../../features/drops/list-claims.ts'
import { parseTimestamp } from '../../shared/dates.ts'
import type { Handlers } from '../handler.ts'

export const campaigns: Handlers<typeof consoleApi.campaigns> = {
  async createCampaign({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const { startsDate, endsDate, ...campaign } = body
    const startsAt = parseTimestamp('startsDate', startsDate ?? undefined) ?? deps.clock.now()
    const endsAt = parseTimestamp('endsDate', endsDate ?? undefined) ?? null
    return createCampaign({ ...campaign, clientId, startsAt, endsAt }, deps)
  },

  async listCampaigns({ caller, query }, deps) {
    return listCampaigns(caller.channelId, query, deps)
  },

  async getCampaign({ caller: { channelId }, pathParams: { clientId, campaignId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return getCampaign({ clientId, campaignId }, deps)
  },

  async getCampaignFunnel({ caller: { channelId }, pathParams: { clientId, campaignId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return getCampaignFunnel({ clientId, campaignId }, deps)
  },

  async endCampaign({ caller: { channelId }, pathParams: { clientId, campaignId }, body: { endsDate } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const endsAt = parseTimestamp('endsDate', endsDate ?? undefined) ?? null
    return { endsDate: await endCampaign({ clientId, campaignId, endsAt }, deps) }
  },

  async listClaims({ caller: { channelId }, pathParams: { clientId }, query }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return listClaims(clientId, query, deps)
  },

  async fulfillClaims({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return fulfillClaims(clientId, body, deps)
  },
}

import type { consoleApi } from '@onair/contract'
import { requireOwnApp } from '../../features/apps/require-app.ts'
import {
  deleteCampaign,
  endCampaign,
  getCampaign,
  getCampaignFunnel,
  listCampaigns,
  publishCampaign,
} from '../../features/drops/campaigns.ts'
import { createCampaign } from '../../features/drops/create-campaign.ts'
import { fulfillClaims } from '../../features/drops/fulfill-claims.ts'
import { countOpenClaims, fulfillMatchingClaims } from '../../features/drops/open-claims.ts'
import { listClaims } from '../../features/drops/list-claims.ts'
import { uploadPicture } from '../../features/drops/upload-picture.ts'
import { updateCampaign } from '../../features/drops/update-campaign.ts'
import { parseTimestamp } from '../../shared/dates.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const campaigns: Handlers<typeof consoleApi.campaigns> = {
  async createCampaign({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const { startsDate, endsDate, ...campaign } = body
    const startsAt = parseTimestamp('startsDate', startsDate ?? undefined) ?? deps.clock.now()
    const endsAt = parseTimestamp('endsDate', endsDate ?? undefined) ?? null
    return createCampaign({ ...campaign, clientId, startsAt, endsAt }, deps)
  },

  async updateCampaign({ caller: { channelId }, pathParams: { clientId, campaignId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const { startsDate, endsDate, ...changes } = body
    const startsAt = startsDate === null ? deps.clock.now() : parseTimestamp('startsDate', startsDate)
    const endsAt = endsDate === null ? null : parseTimestamp('endsDate', endsDate)
    await updateCampaign({ clientId, campaignId }, { ...changes, startsAt, endsAt }, deps)
    return null
  },

  async uploadPicture({ caller: { channelId }, pathParams: { clientId }, body: { picture } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return uploadPicture({ clientId, base64: picture }, deps)
  },

  async publishCampaign({ caller: { channelId }, pathParams: { clientId, campaignId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return { startsDate: await publishCampaign({ clientId, campaignId }, deps) }
  },

  async deleteCampaign({ caller: { channelId }, pathParams: { clientId, campaignId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    await deleteCampaign({ clientId, campaignId }, deps)
    return null
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

  async countOpenClaims({ caller: { channelId }, pathParams: { clientId }, query }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return countOpenClaims(clientId, query, deps)
  },

  async fulfillMatchingClaims({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return fulfillMatchingClaims(clientId, body, deps)
  },

  async fulfillClaims({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return fulfillClaims(clientId, body, deps)
  },
}

import type { consoleApi } from '@onair/contract'
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
  async createCampaign({ pathParams: { clientId }, body }, deps) {
    const { startsDate, endsDate, ...campaign } = body
    const startsAt = parseTimestamp('startsDate', startsDate ?? undefined) ?? deps.clock.now()
    const endsAt = parseTimestamp('endsDate', endsDate ?? undefined) ?? null
    return createCampaign({ ...campaign, clientId, startsAt, endsAt }, deps)
  },

  async updateCampaign({ pathParams: { clientId, campaignId }, body }, deps) {
    const { startsDate, endsDate, ...changes } = body
    const startsAt = startsDate === null ? deps.clock.now() : parseTimestamp('startsDate', startsDate)
    const endsAt = endsDate === null ? null : parseTimestamp('endsDate', endsDate)
    await updateCampaign({ clientId, campaignId }, { ...changes, startsAt, endsAt }, deps)
    return null
  },

  async uploadPicture({ pathParams: { clientId }, body: { picture } }, deps) {
    return uploadPicture({ clientId, base64: picture }, deps)
  },

  async publishCampaign({ pathParams: { clientId, campaignId } }, deps) {
    return { startsDate: await publishCampaign({ clientId, campaignId }, deps) }
  },

  async deleteCampaign({ pathParams: { clientId, campaignId } }, deps) {
    await deleteCampaign({ clientId, campaignId }, deps)
    return null
  },

  async listCampaigns({ caller, query }, deps) {
    return listCampaigns(caller.channelId, query, deps)
  },

  async getCampaign({ pathParams: { clientId, campaignId } }, deps) {
    return getCampaign({ clientId, campaignId }, deps)
  },

  async getCampaignFunnel({ pathParams: { clientId, campaignId } }, deps) {
    return getCampaignFunnel({ clientId, campaignId }, deps)
  },

  async endCampaign({ pathParams: { clientId, campaignId }, body: { endsDate } }, deps) {
    const endsAt = parseTimestamp('endsDate', endsDate ?? undefined) ?? null
    return { endsDate: await endCampaign({ clientId, campaignId, endsAt }, deps) }
  },

  async listClaims({ pathParams: { clientId }, query }, deps) {
    return listClaims(clientId, query, deps)
  },

  async countOpenClaims({ pathParams: { clientId }, query }, deps) {
    return countOpenClaims(clientId, query, deps)
  },

  async fulfillMatchingClaims({ pathParams: { clientId }, body }, deps) {
    return fulfillMatchingClaims(clientId, body, deps)
  },

  async fulfillClaims({ pathParams: { clientId }, body }, deps) {
    return fulfillClaims(clientId, body, deps)
  },
}

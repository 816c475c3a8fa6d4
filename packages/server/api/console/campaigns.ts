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
  },

  uploadPicture: ({ pathParams: { clientId }, body: { picture } }, deps) =>
    uploadPicture({ clientId, base64: picture }, deps),
  publishCampaign: async ({ pathParams: { clientId, campaignId } }, deps) => ({
    startsDate: await publishCampaign({ clientId, campaignId }, deps),
  }),
  deleteCampaign: ({ pathParams: { clientId, campaignId } }, deps) => deleteCampaign({ clientId, campaignId }, deps),
  listCampaigns: ({ caller, query }, deps) => listCampaigns(caller.channelId, query, deps),
  getCampaign: ({ pathParams: { clientId, campaignId } }, deps) => getCampaign({ clientId, campaignId }, deps),
  getCampaignFunnel: ({ pathParams: { clientId, campaignId } }, deps) =>
    getCampaignFunnel({ clientId, campaignId }, deps),

  async endCampaign({ pathParams: { clientId, campaignId }, body: { endsDate } }, deps) {
    const endsAt = parseTimestamp('endsDate', endsDate ?? undefined) ?? null
    return { endsDate: await endCampaign({ clientId, campaignId, endsAt }, deps) }
  },

  listClaims: ({ pathParams: { clientId }, query }, deps) => listClaims(clientId, query, deps),
  countOpenClaims: ({ pathParams: { clientId }, query }, deps) => countOpenClaims(clientId, query, deps),
  fulfillMatchingClaims: ({ pathParams: { clientId }, body }, deps) => fulfillMatchingClaims(clientId, body, deps),
  fulfillClaims: ({ pathParams: { clientId }, body }, deps) => fulfillClaims(clientId, body, deps),
}

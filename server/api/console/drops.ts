import type { consoleApi } from '@onair/contract'
import { claimReward } from '../../features/drops/claim-reward.ts'
import { listOwnClaims } from '../../features/drops/list-own-claims.ts'
import { listRunningCampaigns } from '../../features/drops/list-running-campaigns.ts'
import type { Handlers } from '../handler.ts'

export const drops: Handlers<typeof consoleApi.drops> = {
  async listCampaigns({ caller: { visitor }, query: { categoryId, channelId: liveChannelId } }, deps) {
    const channelId = visitor?.channelId ?? null
    return { data: await listRunningCampaigns({ channelId, categoryId, liveChannelId }, deps) }
  },

  async listOwnClaims({ caller: { channelId }, query }, deps) {
    return listOwnClaims(channelId, query, deps)
  },

  async claimReward({ caller: { channelId }, pathParams: { rewardId } }, deps) {
    return { claimId: await claimReward({ rewardId, channelId }, deps) }
  },
}

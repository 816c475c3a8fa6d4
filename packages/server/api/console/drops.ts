import type { consoleApi } from '@onair/contract'
import { claimReward } from '../../features/drops/claim-reward.ts'
import { listOwnClaims } from '../../features/drops/list-claims.ts'
import { listRunningCampaigns } from '../../features/drops/list-running-campaigns.ts'
import { countLives } from '../../features/lives/browse-lives.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const drops: Handlers<typeof consoleApi.drops> = {
  async listCampaigns({ caller: { visitor }, query: { categoryId, channelId: liveChannelId } }, deps) {
    const channelId = visitor?.channelId ?? null
    const campaigns = await listRunningCampaigns({ channelId, categoryId, liveChannelId }, deps)
    const liveCounts = await countLives(new Set(campaigns.map((campaign) => campaign.categoryId)), deps)
    return { data: campaigns.map((one) => ({ ...one, liveChannels: liveCounts.get(one.categoryId) ?? 0 })) }
  },

  listOwnClaims: ({ caller: { channelId }, query }, deps) => listOwnClaims(channelId, query, deps),

  async claimReward({ caller: { channelId }, pathParams: { rewardId } }, deps) {
    const { claimId } = await claimReward({ rewardId, channelId }, deps)
    return { claimId }
  },
}

import { consoleDrops } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { claimReward } from '../drops/claim-reward.ts'
import { listRunningCampaigns } from '../drops/list-running-campaigns.ts'

export const listCampaigns = defineHandler(
  consoleDrops.listCampaigns,
  async ({ caller, query: { categoryId } }, deps) => ({
    data: await listRunningCampaigns({ channelId: caller.channelId, categoryId }, deps),
  }),
)

export const claim = defineHandler(consoleDrops.claimReward, async ({ caller, pathParams: { rewardId } }, deps) => ({
  claimId: await claimReward({ rewardId, channelId: caller.channelId }, deps),
}))

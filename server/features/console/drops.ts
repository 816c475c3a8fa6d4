import { consoleDrops } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { claimReward } from '../drops/claim-reward.ts'
import { runningCampaigns } from '../drops/running-campaigns.ts'

export const listCampaigns = handle(consoleDrops.listCampaigns, async ({ caller, query: { categoryId } }, world) => ({
  data: await runningCampaigns({ channelId: caller.channelId, categoryId }, world),
}))

export const claimAReward = handle(consoleDrops.claim, async ({ caller, inPath: { rewardId } }, world) => ({
  claimId: await claimReward({ rewardId, channelId: caller.channelId }, world),
}))

import { sandboxDrops } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { claimReward } from '../drops/claim-reward.ts'
import { createCampaign } from '../drops/create-campaign.ts'
import { requireChannel } from '../channels/require-channel.ts'

export const makeACampaign = defineHandler(sandboxDrops.createCampaign, async ({ body }, deps) => {
  const rewards = body.rewards.map((name, at) => ({ name, watchMinutes: body.watchMinutes?.[at] ?? 0 }))
  return createCampaign({ ...body, title: '샌드박스 드롭스', rewards, startsAt: deps.clock.now(), endsAt: null }, deps)
})

export const claimAsSomeone = defineHandler(sandboxDrops.claim, async ({ body: { rewardId, byChannelId } }, deps) => {
  await requireChannel('byChannelId', byChannelId, deps)
  return { claimId: await claimReward({ rewardId, channelId: byChannelId, hasWatched: true }, deps) }
})

import { sandboxDrops } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { claimReward } from '../drops/claim-reward.ts'
import { makeCampaign } from '../drops/make-campaign.ts'
import { knownChannel } from '../channels/known-channel.ts'

export const makeACampaign = handle(sandboxDrops.makeCampaign, async ({ body }, world) => {
  const rewards = body.rewards.map((name, at) => ({ name, watchMinutes: body.watchMinutes?.[at] ?? 0 }))
  return makeCampaign({ ...body, title: '샌드박스 드롭스', rewards, startsAt: world.clock.now(), endsAt: null }, world)
})

export const claimAsSomeone = handle(sandboxDrops.claim, async ({ body: { rewardId, byChannelId } }, world) => {
  await knownChannel('byChannelId', byChannelId, world)
  return { claimId: await claimReward({ rewardId, channelId: byChannelId, hasWatched: true }, world) }
})

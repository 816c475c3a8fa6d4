import type { sandboxApi } from '@onair/contract'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { claimReward } from '../../features/drops/claim-reward.ts'
import { createCampaign } from '../../features/drops/create-campaign.ts'
import type { Handlers } from '../handler.ts'

export const drops: Handlers<typeof sandboxApi.drops> = {
  async createCampaign({ body: { clientId, categoryId, rewards, watchMinutes } }, deps) {
    const campaign = {
      clientId,
      categoryId,
      title: '샌드박스 드롭스',
      startsAt: deps.clock.now(),
      endsAt: null,
      rewards: rewards.map((name, position) => ({ name, watchMinutes: watchMinutes?.[position] ?? 0 })),
    }
    return createCampaign(campaign, deps)
  },

  async claim({ body: { rewardId, byChannelId } }, deps) {
    await requireChannel('byChannelId', byChannelId, deps)
    return { claimId: await claimReward({ rewardId, channelId: byChannelId, hasWatched: true }, deps) }
  },
}

import { limits, type sandboxApi } from '@onair/contract'
import { requireChannel } from '@onair/server/features/channels/require-channel.ts'
import { claimReward } from '@onair/server/features/drops/claim-reward.ts'
import { createCampaign } from '@onair/server/features/drops/create-campaign.ts'
import { listRewards } from '../drops/list-rewards.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const drops: Handlers<typeof sandboxApi.drops> = {
  async createCampaign({ body: { clientId, categoryId, title, rewards, watchMinutes } }, deps) {
    const campaign = {
      clientId,
      categoryId,
      title: title ?? nameOf(rewards),
      startsAt: deps.clock.now(),
      endsAt: null,
      rewards: rewards.map((name, position) => ({ name, watchMinutes: watchMinutes?.[position] ?? 0 })),
    }
    return createCampaign(campaign, deps)
  },

  async listRewards({ query }, deps) {
    return listRewards(query, deps)
  },

  async claim({ body: { rewardId, byChannelId } }, deps) {
    await requireChannel('byChannelId', byChannelId, deps)
    return claimReward({ rewardId, channelId: byChannelId, addsWatchTime: true }, deps)
  },
}

/** The names of as many rewards as a title has room for, in the language in which the caller wrote them. */
function nameOf(rewards: readonly string[]): string {
  const [first = '', ...others] = rewards
  return others.reduce((names, name) => {
    const longer = `${names}, ${name}`
    return longer.length <= limits.messageLength ? longer : names
  }, first)
}

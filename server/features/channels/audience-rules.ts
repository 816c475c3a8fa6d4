import { limits } from '@onair/contract'

type Pair = { channelId: string; byChannelId: string }

/** Why someone may not follow a channel, or null when they may. */
export function refusalToFollow({ channelId, byChannelId }: Pair): 'nobody follows themselves' | null {
  return channelId === byChannelId ? 'nobody follows themselves' : null
}

/** Why someone may not be given a role in a channel, or null when they may. */
export function refusalToManage({ channelId, byChannelId }: Pair, otherManagers: number) {
  if (channelId === byChannelId) return 'the owner has a role already'
  if (otherManagers >= limits.managersPerChannel) return 'the channel has as many managers as it may'
  return null
}

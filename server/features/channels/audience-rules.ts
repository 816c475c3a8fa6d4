import { limits } from '@onair/contract'

type Pair = { channelId: string; byChannelId: string }

/** Why someone may not follow a channel, or null when they may. */
export function refusalToFollow({ channelId, byChannelId }: Pair): 'FOLLOWS_ONESELF' | null {
  return channelId === byChannelId ? 'FOLLOWS_ONESELF' : null
}

/** Why someone may not be given a role in a channel, or null when they may. */
export function refusalToManage({ channelId, byChannelId }: Pair, otherManagers: number) {
  if (channelId === byChannelId) return 'OWNER_HAS_A_ROLE'
  if (otherManagers >= limits.managersPerChannel) return 'TOO_MANY_MANAGERS'
  return null
}

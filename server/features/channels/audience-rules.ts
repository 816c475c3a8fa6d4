import { limits } from '@onair/contract'

type ChannelPair = { channelId: string; byChannelId: string }

/** Why someone may not follow a channel, or null when they may. */
export function refusalToFollow({ channelId, byChannelId }: ChannelPair): 'CANNOT_FOLLOW_SELF' | null {
  return channelId === byChannelId ? 'CANNOT_FOLLOW_SELF' : null
}

/** Why someone may not be given a role in a channel, or null when they may. */
export function refusalToAssignRole({ channelId, byChannelId }: ChannelPair, otherManagers: number) {
  if (channelId === byChannelId) return 'OWNER_ALREADY_HAS_ROLE'
  if (otherManagers >= limits.managersPerChannel) return 'TOO_MANY_MANAGERS'
  return null
}

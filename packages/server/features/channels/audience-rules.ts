import { limits } from '@onair/contract'

type ChannelPair = { channelId: string; byChannelId: string }

export function refusalToFollow({ channelId, byChannelId }: ChannelPair): 'CANNOT_FOLLOW_SELF' | null {
  return channelId === byChannelId ? 'CANNOT_FOLLOW_SELF' : null
}

export function refusalToAssignRole({ channelId, byChannelId }: ChannelPair, otherManagers: number) {
  if (channelId === byChannelId) return 'OWNER_ALREADY_HAS_ROLE'
  if (otherManagers >= limits.managersPerChannel) return 'TOO_MANY_MANAGERS'
  return null
}

import type { UserRoleCode } from '@onair/contract'

/** A person in a channel's chat; `managerRole` is null for a person who is not a manager. */
export type ChatMember = { channelId: string; memberChannelId: string; managerRole: string | null }

/** The role in the chat event. A settlement manager counts as a viewer in the chat. Gap 29. */
export function roleOf({ channelId, memberChannelId, managerRole }: ChatMember): UserRoleCode {
  if (channelId === memberChannelId) return 'streamer'
  if (managerRole === 'STREAMING_CHANNEL_MANAGER') return 'streaming_channel_manager'
  if (managerRole === 'STREAMING_CHAT_MANAGER') return 'streaming_chat_manager'
  return 'common_user'
}

/** Moderators are the streamer, channel managers and chat managers. Chat settings do not apply to them. */
export function isModerator(member: ChatMember): boolean {
  return roleOf(member) !== 'common_user'
}

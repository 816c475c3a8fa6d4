import type { UserRoleCode } from '@onair/contract'

/** Someone in a channel's chat; `managerRole` is null for who is no manager of the channel. */
export type ChatMember = { channelId: string; senderChannelId: string; managerRole: string | null }

/** The role as the chat event says it. A settlement manager has nothing to do with the chat, and is a viewer there. Gap 29. */
export function roleOf({ channelId, senderChannelId, managerRole }: ChatMember): UserRoleCode {
  if (channelId === senderChannelId) return 'streamer'
  if (managerRole === 'STREAMING_CHANNEL_MANAGER') return 'streaming_channel_manager'
  if (managerRole === 'STREAMING_CHAT_MANAGER') return 'streaming_chat_manager'
  return 'common_user'
}

/** Whether someone keeps order in the chat, and so stands above its rules: the streamer, channel and chat managers. */
export function isModerator(member: ChatMember): boolean {
  return roleOf(member) !== 'common_user'
}

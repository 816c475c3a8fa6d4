import { chatRoleOfManager, type UserRoleCode } from '@onair/contract'

/** A person in a channel's chat; `managerRole` is null for a person who is not a manager. */
export type ChatMember = { channelId: string; memberChannelId: string; managerRole: string | null }

/** The role in the chat event. */
export function roleOf({ channelId, memberChannelId, managerRole }: ChatMember): UserRoleCode {
  return channelId === memberChannelId ? 'streamer' : chatRoleOfManager(managerRole)
}

/** Moderators are the streamer, channel managers and chat managers. Chat settings do not apply to them. */
export function isModerator(member: ChatMember): boolean {
  return roleOf(member) !== 'common_user'
}

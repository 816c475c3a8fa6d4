import type { ChatEvent, UserRoleCode } from '@onair/contract'
import { seoulDate } from '../../shared/dates.ts'
import { emojisIn } from '../../shared/emoticons.ts'
import { roleOf, type ChatMember } from './roles.ts'

/** The sender of a message, as in the event. */
export type Author = ChatMember & {
  chatChannelId: string
  nickname: string
  verifiedMark: boolean
  isSubscriber: boolean
}

/** Builds the CHAT event of a message. */
export function chatEventOf(
  author: Author,
  { messageId, content, now, assetsUrl }: { messageId: string; content: string; now: number; assetsUrl: string },
): ChatEvent {
  const userRoleCode = roleOf(author)
  const { channelId, senderChannelId, chatChannelId, nickname, verifiedMark } = author
  return {
    channelId,
    senderChannelId,
    chatChannelId,
    profile: { nickname, badges: badgesOf(author, userRoleCode, assetsUrl), verifiedMark, userRoleCode },
    userRoleCode,
    content,
    emojis: emojisIn(content, assetsUrl),
    messageTime: now,
    eventSentAt: seoulDate(now),
    eventId: messageId,
  }
}

/** Gap 40: clients recognize roles by the file names of the images. */
function badgesOf({ isSubscriber }: Author, role: UserRoleCode, assetsUrl: string) {
  const badges: string[] = []
  if (role === 'streamer') badges.push('streamer')
  if (role.endsWith('_manager')) badges.push('manager')
  if (isSubscriber) badges.push('subscriber')
  return badges.map((name) => ({ imageUrl: `${assetsUrl}/assets/badges/${name}.png` }))
}

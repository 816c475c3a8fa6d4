import type { ChatEvent, UserRoleCode } from '@onair/contract'
import { seoulDate } from '../../shared/dates.ts'
import { emojisIn, type ChannelEmoticons } from '../../shared/chat/emoticons.ts'
import { uploadUrl } from '../../shared/pictures/picture-urls.ts'
import type { Deps } from '../../infra/deps.ts'
import { roleOf, type ChatMember } from '../../shared/chat/chat-roles.ts'

/** The sender of a message, as in the event. */
export type MessageSender = ChatMember & {
  chatChannelId: string
  nickname: string
  verifiedMark: boolean
  isSubscriber: boolean
  /** The badge that the channel uploaded for the months of the sender, if any. */
  badgeId: string | null
}

type Message = { messageId: string; content: string; messageTime: number; emoticons: ChannelEmoticons }

/** Where the images of events are served. */
type ImageUrls = { assetsUrl: string; badgeBaseUrl: string }

export function imageUrls({ addresses, config }: Pick<Deps, 'addresses' | 'config'>): ImageUrls {
  const assetsUrl = addresses.baseUrl
  return { assetsUrl, badgeBaseUrl: config.badgeBaseUrl ?? `${assetsUrl}/assets/badges` }
}

/** Builds the CHAT event of a message. */
export function chatEventOf(
  sender: MessageSender,
  { messageId, content, messageTime, emoticons, assetsUrl, badgeBaseUrl }: Message & ImageUrls,
): ChatEvent {
  const userRoleCode = roleOf(sender)
  const { channelId, memberChannelId, chatChannelId, nickname, verifiedMark } = sender
  return {
    channelId,
    senderChannelId: memberChannelId,
    chatChannelId,
    profile: {
      nickname,
      badges: badgesOf(sender, userRoleCode, { assetsUrl, badgeBaseUrl }),
      verifiedMark,
      userRoleCode,
    },
    userRoleCode,
    content,
    emojis: emojisIn({ channelId, content }, emoticons, assetsUrl),
    messageTime,
    eventSentAt: seoulDate(messageTime),
    eventId: messageId,
  }
}

/** Gap 40: clients recognize roles by the file names of the images. */
function badgesOf(
  { badgeId, isSubscriber }: MessageSender,
  role: UserRoleCode,
  { assetsUrl, badgeBaseUrl }: ImageUrls,
) {
  const badge = (name: string) => `${badgeBaseUrl}/${name}.png`
  const badges: string[] = []
  if (role === 'streamer') badges.push(badge('streamer'))
  if (role.endsWith('_manager')) badges.push(badge('manager'))
  if (badgeId !== null) badges.push(uploadUrl({ id: badgeId, kind: 'badge' }, { baseUrl: assetsUrl }))
  else if (isSubscriber) badges.push(badge('subscriber'))
  return badges.map((imageUrl) => ({ imageUrl }))
}

import type { chat, ChatBlock, ContentOf } from '@onair/contract'
import { hasBlockedWord } from '../../shared/chat/blocked-words.ts'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'
import { refusalToParticipate, type RestrictionState } from '../../shared/chat/restriction-state.ts'
import { refusalOfEmoticons, type ChannelEmoticon } from '../../shared/chat/emoticons.ts'
import { isModerator, type ChatMember } from '../../shared/chat/chat-roles.ts'

export type ChatSettings = ContentOf<typeof chat.getSettings>

/** Default chat settings. Gap 28. */
export const defaultSettings: ChatSettings = {
  chatAvailableCondition: 'NONE',
  chatAvailableGroup: 'ALL',
  minFollowerMinute: 0,
  allowSubscriberInFollowerMode: true,
  chatSlowModeSec: 0,
  chatEmojiMode: false,
}

/** A sender and the chat settings; times in ms, null for never. */
export type SenderContext = ChatMember &
  RestrictionState &
  ChatSettings & {
    identityVerifiedAt: number | null
    followedAt: number | null
    isSubscriber: boolean
    subscribedMonths: number | null
    lastSentAt: number | null
    /** Null if the channel never changed its settings. */
    blockedWords: readonly string[] | null
  }

/** Why a sender cannot chat; `until` is when it ends, or null if it has no end. */
export type SendingBlock = { code: ChatBlock['code']; until: number | null }

/** Why this message is refused now, or null. Specification, "Chat settings". */
export function refusalToSend(
  sender: SenderContext,
  message: { content: string; onlyEmoticons: boolean; emoticons: readonly ChannelEmoticon[] },
  now: number,
): CodeOrReason | null {
  const block = sendingBlockOf(sender, now)
  if (block !== null && block.code !== 'SLOW_MODE') return refusalsByCode[block.code](sender, now)
  if (sender.chatEmojiMode && !message.onlyEmoticons && !isModerator(sender)) return 'ONLY_EMOTICONS'
  const locked = refusalOfEmoticons(message.emoticons, sender.subscribedMonths ?? 0)
  if (locked && !isModerator(sender)) return locked
  if (!isModerator(sender) && hasBlockedWord(message.content, sender.blockedWords ?? [])) return 'BLOCKED_WORD'
  return block === null ? null : slowModeRefusal(sender.chatSlowModeSec)
}

/** Why the sender cannot chat now, or null. */
export function sendingBlockOf(sender: SenderContext, now: number): SendingBlock | null {
  if (sender.channelId === sender.memberChannelId) return null
  const { restrictedAt, temporarilyRestrictedUntil } = sender
  if (restrictedAt !== null) return { code: 'RESTRICTED', until: null }
  if (temporarilyRestrictedUntil !== null && temporarilyRestrictedUntil > now)
    return { code: 'TEMPORARILY_RESTRICTED', until: temporarilyRestrictedUntil }
  if (isModerator(sender)) return null

  if (sender.chatAvailableCondition === 'REAL_NAME' && sender.identityVerifiedAt === null)
    return { code: 'REAL_NAME', until: null }
  return groupBlockOf(sender, now) ?? slowModeBlockOf(sender, now)
}

/** Whether slow mode applies to the sender. */
export function isInSlowMode(sender: SenderContext): boolean {
  return sender.chatSlowModeSec > 0 && !isModerator(sender)
}

function groupBlockOf(sender: SenderContext, now: number): SendingBlock | null {
  const { chatAvailableGroup: group, followedAt, isSubscriber, minFollowerMinute } = sender
  if (group === 'MANAGER') return { code: 'MANAGER', until: null }
  if (group === 'SUBSCRIBER' && !isSubscriber) return { code: 'SUBSCRIBER', until: null }
  if (group !== 'FOLLOWER') return null

  if (followedAt === null) return { code: 'FOLLOWER', until: null }
  // Subscribers are exempt from the following period only, not from following.
  if (isSubscriber && sender.allowSubscriberInFollowerMode) return null
  const until = followedAt + minFollowerMinute * 60_000
  return now < until ? { code: 'FOLLOWING_PERIOD', until } : null
}

function slowModeBlockOf({ chatSlowModeSec, lastSentAt }: SenderContext, now: number): SendingBlock | null {
  const until = lastSentAt === null ? null : lastSentAt + chatSlowModeSec * 1000
  return until !== null && now < until ? { code: 'SLOW_MODE', until } : null
}

const restrictionRefusal = (sender: SenderContext, now: number) => refusalToParticipate(sender, now) ?? 'RESTRICTED'
const refusalsByCode: Record<
  Exclude<ChatBlock['code'], 'SLOW_MODE'>,
  (sender: SenderContext, now: number) => CodeOrReason
> = {
  RESTRICTED: restrictionRefusal,
  TEMPORARILY_RESTRICTED: restrictionRefusal,
  REAL_NAME: () => 'CHAT_FOR_VERIFIED',
  MANAGER: () => 'CHAT_FOR_MANAGERS',
  SUBSCRIBER: () => 'CHAT_FOR_SUBSCRIBERS',
  FOLLOWER: () => 'CHAT_FOR_FOLLOWERS',
  FOLLOWING_PERIOD: ({ minFollowerMinute: minutes }) => errorReason('CHAT_FOR_LONGER_FOLLOWERS', { minutes }),
}

export function slowModeRefusal(seconds: number): CodeOrReason {
  return errorReason('SLOW_MODE', { seconds })
}

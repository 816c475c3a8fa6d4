import type { ChatBlock } from '@onair/contract'
import { refusalReason, type RefusalReason } from '../../shared/refusal.ts'
import { refusalIfRestricted, type RestrictionState } from '../../shared/restriction-state.ts'
import { isModerator, type ChatMember } from './roles.ts'

export type ChatSettings = {
  chatAvailableCondition: 'NONE' | 'REAL_NAME'
  chatAvailableGroup: 'ALL' | 'FOLLOWER' | 'MANAGER' | 'SUBSCRIBER'
  minFollowerMinute: number
  allowSubscriberInFollowerMode: boolean
  chatSlowModeSec: number
  chatEmojiMode: boolean
}

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
export type SpeakerContext = ChatMember &
  RestrictionState &
  ChatSettings & {
    identityVerifiedAt: number | null
    followedAt: number | null
    isSubscriber: boolean
    lastSpokeAt: number | null
  }

/** Why a sender cannot chat; `leftMs` until it ends, or null if it has no end. */
export type SpeakingBlock = { code: ChatBlock['reason']; until: number | null }

/** Why this message is refused now, or null. Specification, "Chat settings". */
export function refusalToSpeak(
  speaker: SpeakerContext,
  message: { onlyEmoticons: boolean },
  now: number,
): RefusalReason | null {
  const block = speakingBlockOf(speaker, now)
  if (block !== null && block.code !== 'SLOW_MODE') return refusalsByCode[block.code](speaker, now)
  if (speaker.chatEmojiMode && !message.onlyEmoticons && !isModerator(speaker)) return 'ONLY_EMOTICONS'
  return block === null ? null : slowModeRefusal(speaker.chatSlowModeSec)
}

/** Why the sender cannot chat now, or null. */
export function speakingBlockOf(speaker: SpeakerContext, now: number): SpeakingBlock | null {
  if (speaker.channelId === speaker.senderChannelId) return null
  const { restrictedAt, temporarilyUntil } = speaker
  if (restrictedAt !== null) return { code: 'RESTRICTED', until: null }
  if (temporarilyUntil !== null && temporarilyUntil > now)
    return { code: 'TEMPORARILY_RESTRICTED', until: temporarilyUntil }
  if (isModerator(speaker)) return null

  if (speaker.chatAvailableCondition === 'REAL_NAME' && speaker.identityVerifiedAt === null)
    return { code: 'REAL_NAME', until: null }
  return groupBlockOf(speaker, now) ?? slowModeBlockOf(speaker, now)
}

/** Whether slow mode applies: then a slot must be reserved before the message. */
export function isInSlowMode(speaker: SpeakerContext): boolean {
  return speaker.chatSlowModeSec > 0 && !isModerator(speaker)
}

function groupBlockOf(speaker: SpeakerContext, now: number): SpeakingBlock | null {
  const { chatAvailableGroup: group, followedAt, isSubscriber, minFollowerMinute } = speaker
  if (group === 'MANAGER') return { code: 'MANAGER', until: null }
  if (group === 'SUBSCRIBER' && !isSubscriber) return { code: 'SUBSCRIBER', until: null }
  if (group !== 'FOLLOWER') return null

  if (followedAt === null) return { code: 'FOLLOWER', until: null }
  // Subscribers are exempt from the following period only, not from following.
  if (isSubscriber && speaker.allowSubscriberInFollowerMode) return null
  const until = followedAt + minFollowerMinute * 60_000
  return now < until ? { code: 'FOLLOWING_PERIOD', until } : null
}

function slowModeBlockOf({ chatSlowModeSec, lastSpokeAt }: SpeakerContext, now: number): SpeakingBlock | null {
  const until = lastSpokeAt === null ? null : lastSpokeAt + chatSlowModeSec * 1000
  return until !== null && now < until ? { code: 'SLOW_MODE', until } : null
}

const restrictionRefusal = (speaker: SpeakerContext, now: number) => refusalIfRestricted(speaker, now) ?? 'RESTRICTED'
const refusalsByCode: Record<
  Exclude<ChatBlock['reason'], 'SLOW_MODE'>,
  (speaker: SpeakerContext, now: number) => RefusalReason
> = {
  RESTRICTED: restrictionRefusal,
  TEMPORARILY_RESTRICTED: restrictionRefusal,
  REAL_NAME: () => 'CHAT_FOR_VERIFIED',
  MANAGER: () => 'CHAT_FOR_MANAGERS',
  SUBSCRIBER: () => 'CHAT_FOR_SUBSCRIBERS',
  FOLLOWER: () => 'CHAT_FOR_FOLLOWERS',
  FOLLOWING_PERIOD: ({ minFollowerMinute: minutes }) => refusalReason('CHAT_FOR_LONGER_FOLLOWERS', { minutes }),
}

export function slowModeRefusal(seconds: number): RefusalReason {
  return refusalReason('SLOW_MODE', { seconds })
}

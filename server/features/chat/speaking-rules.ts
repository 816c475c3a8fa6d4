import type { Silence } from '@onair/contract'
import { because, type Because } from '../../kit/refusal.ts'
import { refusalOfRestricted, type Restricted } from '../../kit/restricted.ts'
import { keepsOrder, type Someone } from './standing-rules.ts'

export type ChatSettings = {
  chatAvailableCondition: 'NONE' | 'REAL_NAME'
  chatAvailableGroup: 'ALL' | 'FOLLOWER' | 'MANAGER' | 'SUBSCRIBER'
  minFollowerMinute: number
  allowSubscriberInFollowerMode: boolean
  chatSlowModeSec: number
  chatEmojiMode: boolean
}

/** What holds for a channel that never changed its chat settings. Gap 28. */
export const defaultSettings: ChatSettings = {
  chatAvailableCondition: 'NONE',
  chatAvailableGroup: 'ALL',
  minFollowerMinute: 0,
  allowSubscriberInFollowerMode: true,
  chatSlowModeSec: 0,
  chatEmojiMode: false,
}

/** Someone who would speak in a chat, and what the chat asks of them; times in ms, null for never. */
export type WouldSpeak = Someone &
  Restricted &
  ChatSettings & {
    identityVerifiedAt: number | null
    followedAt: number | null
    isSubscriber: boolean
    lastSpokeAt: number | null
  }

/** Why someone may not speak in a chat; in ms, when that ends by itself, or null where it does not. */
export type Silenced = { why: Silence['why']; until: number | null }

/** Why someone may not say this in a chat now, or null when they may. Specification, "Chat settings". */
export function refusalToSpeak(who: WouldSpeak, said: { onlyEmoticons: boolean }, now: number): Because | null {
  const silenced = silencedBy(who, now)
  if (silenced !== null && silenced.why !== 'SLOW_MODE') return reasons[silenced.why](who, now)
  if (who.chatEmojiMode && !said.onlyEmoticons && !keepsOrder(who)) return 'ONLY_EMOTICONS'
  return silenced === null ? null : slowModeRefusal(who.chatSlowModeSec)
}

/** Why someone may not speak in a chat now, whatever they would say, or null when they may. */
export function silencedBy(who: WouldSpeak, now: number): Silenced | null {
  if (who.channelId === who.senderChannelId) return null
  const { restrictedAt, temporarilyUntil } = who
  if (restrictedAt !== null) return { why: 'RESTRICTED', until: null }
  if (temporarilyUntil !== null && temporarilyUntil > now)
    return { why: 'TEMPORARILY_RESTRICTED', until: temporarilyUntil }
  if (keepsOrder(who)) return null

  if (who.chatAvailableCondition === 'REAL_NAME' && who.identityVerifiedAt === null)
    return { why: 'REAL_NAME', until: null }
  return silencedByGroup(who, now) ?? silencedByTurn(who, now)
}

/** Whether the time between messages counts for someone: then their turn must be taken before they speak. */
export function takesTurns(who: WouldSpeak): boolean {
  return who.chatSlowModeSec > 0 && !keepsOrder(who)
}

function silencedByGroup(who: WouldSpeak, now: number): Silenced | null {
  const { chatAvailableGroup: group, followedAt, isSubscriber, minFollowerMinute } = who
  if (group === 'MANAGER') return { why: 'MANAGER', until: null }
  if (group === 'SUBSCRIBER' && !isSubscriber) return { why: 'SUBSCRIBER', until: null }
  if (group !== 'FOLLOWER') return null

  if (followedAt === null) return { why: 'FOLLOWER', until: null }
  // Subscribers are exempt from the period alone: they follow like everyone else.
  if (isSubscriber && who.allowSubscriberInFollowerMode) return null
  const until = followedAt + minFollowerMinute * 60_000
  return now < until ? { why: 'FOLLOWING_PERIOD', until } : null
}

function silencedByTurn({ chatSlowModeSec, lastSpokeAt }: WouldSpeak, now: number): Silenced | null {
  const until = lastSpokeAt === null ? null : lastSpokeAt + chatSlowModeSec * 1000
  return until !== null && now < until ? { why: 'SLOW_MODE', until } : null
}

const restricted = (who: WouldSpeak, now: number) => refusalOfRestricted(who, now) ?? 'RESTRICTED'
const reasons: Record<Exclude<Silence['why'], 'SLOW_MODE'>, (who: WouldSpeak, now: number) => Because> = {
  RESTRICTED: restricted,
  TEMPORARILY_RESTRICTED: restricted,
  REAL_NAME: () => 'CHAT_FOR_VERIFIED',
  MANAGER: () => 'CHAT_FOR_MANAGERS',
  SUBSCRIBER: () => 'CHAT_FOR_SUBSCRIBERS',
  FOLLOWER: () => 'CHAT_FOR_FOLLOWERS',
  FOLLOWING_PERIOD: ({ minFollowerMinute: minutes }) => because('CHAT_FOR_LONGER_FOLLOWERS', { minutes }),
}

export function slowModeRefusal(seconds: number): Because {
  return because('SLOW_MODE', { seconds })
}

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

/** Why someone may not say this in a chat now, or null when they may. Specification, "Chat settings". */
export function refusalToSpeak(who: WouldSpeak, said: { onlyEmoticons: boolean }, now: number): string | null {
  if (who.channelId === who.senderChannelId) return null
  const restricted = refusalOfRestricted(who, now)
  if (restricted !== null || keepsOrder(who)) return restricted

  if (who.chatAvailableCondition === 'REAL_NAME' && who.identityVerifiedAt === null)
    return 'only viewers who verified their identity may chat here'
  const notInGroup = refusalByGroup(who, now)
  if (notInGroup !== null) return notInGroup
  if (who.chatEmojiMode && !said.onlyEmoticons) return 'only emoticons may be sent here'
  return refusalByTurn(who, now)
}

/** Whether the time between messages counts for someone: then their turn must be taken before they speak. */
export function takesTurns(who: WouldSpeak): boolean {
  return who.chatSlowModeSec > 0 && !keepsOrder(who)
}

function refusalByGroup(who: WouldSpeak, now: number): string | null {
  const { chatAvailableGroup: group, followedAt, isSubscriber, minFollowerMinute } = who
  if (group === 'MANAGER') return 'only managers may chat here'
  if (group === 'SUBSCRIBER' && !isSubscriber) return 'only subscribers may chat here'
  if (group !== 'FOLLOWER') return null

  if (followedAt === null) return 'only followers may chat here'
  // Subscribers are exempt from the period alone: they follow like everyone else.
  if (isSubscriber && who.allowSubscriberInFollowerMode) return null
  return now - followedAt < minFollowerMinute * 60_000
    ? `only those who have followed for ${minFollowerMinute} minutes may chat here`
    : null
}

function refusalByTurn({ chatSlowModeSec, lastSpokeAt }: WouldSpeak, now: number): string | null {
  if (lastSpokeAt === null || now - lastSpokeAt >= chatSlowModeSec * 1000) return null
  return slowModeRefusal(chatSlowModeSec)
}

export function slowModeRefusal(chatSlowModeSec: number): string {
  return `slow mode: one message in ${chatSlowModeSec} seconds`
}

import { limits, type EventType, type ErrorReason } from '@onair/contract'
import { errorReason } from '../../shared/refusal.ts'

export type Session = {
  clientId: string
  ownerChannelId: string | null
  connected: boolean
  disconnected: boolean
  subscriptions: readonly { eventType: string; channelId: string }[]
}

type SubscribeErrorCode = 'SESSION_NOT_CONNECTED' | 'SESSION_OF_ANOTHER_USER' | 'SESSION_FULL'

/**
 * Why this subscription cannot be added, or null. Specification, "States and transitions"; gaps 34
 * and 35.
 */
export function refusalToSubscribe(
  session: Session,
  subscription: { eventType: EventType; channelId: string },
): SubscribeErrorCode | null {
  const refusal = refusalToUpdate(session, subscription.channelId)
  if (refusal !== null) return refusal
  if (!isSubscribed(session, subscription) && session.subscriptions.length >= limits.subscriptionsPerSession)
    return 'SESSION_FULL'
  return null
}

/** Why this user cannot change the subscriptions of the session, or null. */
export function refusalToUpdate(
  session: Session,
  channelId: string,
): Exclude<SubscribeErrorCode, 'SESSION_FULL'> | null {
  if (session.ownerChannelId !== null && session.ownerChannelId !== channelId) return 'SESSION_OF_ANOTHER_USER'
  if (!session.connected || session.disconnected) return 'SESSION_NOT_CONNECTED'
  return null
}

export function isSubscribed(
  session: Session,
  { eventType, channelId }: { eventType: string; channelId: string },
): boolean {
  return session.subscriptions.some((existing) => existing.eventType === eventType && existing.channelId === channelId)
}

/**
 * Why no session can be opened, or null. `usedSlots` counts open sessions and unused URLs.
 * Specification, "Limits".
 */
export function refusalToOpen(usedSlots: number, kind: 'client' | 'user'): ErrorReason | null {
  const max = kind === 'client' ? limits.clientSessions : limits.userSessions
  return usedSlots >= max ? errorReason('TOO_MANY_SESSIONS', { most: max, kind }) : null
}

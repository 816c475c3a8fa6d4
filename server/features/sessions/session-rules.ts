import { limits, type EventType, type Why } from '@onair/contract'
import { because } from '../../kit/refusal.ts'

export type Session = {
  clientId: string
  ownerChannelId: string | null
  connected: boolean
  disconnected: boolean
  subscriptions: readonly { eventType: string; channelId: string }[]
}

type SubscribeRefusal = 'SESSION_NOT_CONNECTED' | 'SESSION_OF_ANOTHER_USER' | 'SESSION_FULL'

/** Why this subscription may not be added, or null when it may. Specification, "States and transitions"; gaps 34 and 35. */
export function refusalToSubscribe(
  session: Session,
  wanted: { eventType: EventType; channelId: string },
): SubscribeRefusal | null {
  const refusal = refusalToChange(session, wanted.channelId)
  if (refusal !== null) return refusal
  if (!isSubscribed(session, wanted) && session.subscriptions.length >= limits.subscriptionsPerSession)
    return 'SESSION_FULL'
  return null
}

/** Why this user may not change the subscriptions of the session, or null. */
export function refusalToChange(session: Session, channelId: string): Exclude<SubscribeRefusal, 'SESSION_FULL'> | null {
  if (session.ownerChannelId !== null && session.ownerChannelId !== channelId) return 'SESSION_OF_ANOTHER_USER'
  if (!session.connected || session.disconnected) return 'SESSION_NOT_CONNECTED'
  return null
}

export function isSubscribed(
  session: Session,
  { eventType, channelId }: { eventType: string; channelId: string },
): boolean {
  return session.subscriptions.some((one) => one.eventType === eventType && one.channelId === channelId)
}

/** Why no further session may be opened, or null. `held` counts open sessions and unused URLs. Specification, "Limits". */
export function refusalToOpen(held: number, kind: 'client' | 'user'): Why | null {
  const most = kind === 'client' ? limits.clientSessions : limits.userSessions
  return held >= most ? because('TOO_MANY_SESSIONS', { most, kind }) : null
}

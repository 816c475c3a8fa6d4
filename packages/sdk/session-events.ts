import type { ChatEvent, DonationEvent, SubscriptionEvent, SystemMessage } from '@onair/contract'

/** The messages that a session receives, by the name of the event. Specification, "Session messages". */
export interface SessionEvents {
  SYSTEM: SystemMessage
  CHAT: ChatEvent
  DONATION: DonationEvent
  SUBSCRIPTION: SubscriptionEvent
}
export type SessionEventName = keyof SessionEvents

/** A function for each event that a program handles; it may return a promise. */
export type SessionHandlers = { [Name in SessionEventName]?: (message: SessionEvents[Name]) => unknown }

/** A function of the caller that threw, or whose promise was rejected. */
export interface FailedHandler {
  handler: SessionEventName | 'onDisconnect' | 'onSubscriptionRefused'
  /** The message that the handler of an event was called with. */
  message?: SessionEvents[SessionEventName]
}

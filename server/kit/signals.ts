import type { EventType, SystemMessage } from '@onair/contract'
import type { Bus, Signal } from '../world/bus/bus.ts'

/** Every signal of the house. A signal says that something happened, to whoever listens now; it may be lost. */
export type EventHappened = { type: EventType; event: object }
export type SessionTold =
  | { sessionKey: string; act: 'tell'; system: SystemMessage }
  | { sessionKey: string; act: 'close'; reason: string }
export type CallersChanged = { clientId: string; channelId: string | null }
export type ClockMoved = { offsetMs: number }
export type DeliveriesDue = Record<string, never>
export type WorldReset = Record<string, never>

/** Where one kind of signal is told, and what stands in it. */
export type Topic<M> = { readonly name: string; readonly message?: M }

/** The events of one kind in one channel. */
export const channelTopic = (channelId: string, type: EventType): Topic<EventHappened> => ({
  name: `channel/${channelId}/${type}`,
})
/** What the sessions that one gateway holds are told. */
export const gatewayTopic = (gatewayId: string): Topic<SessionTold> => ({ name: `gateway/${gatewayId}` })
/** What is remembered of callers is out of date: a grant ended or changed (`channelId`), or a whole application did (null). */
export const callersTopic: Topic<CallersChanged> = { name: 'callers' }
/** There may be notifications to deliver; whoever delivers looks also without being told. */
export const deliveriesTopic: Topic<DeliveriesDue> = { name: 'deliveries' }
export const clockTopic: Topic<ClockMoved> = { name: 'clock' }
export const resetTopic: Topic<WorldReset> = { name: 'reset' }

export function signal<M>(topic: Topic<M>, message: M): Signal {
  return { topic: topic.name, message }
}

export function listen<M>(bus: Bus, topic: Topic<M>, hear: (message: M) => void): Promise<AsyncDisposable> {
  return bus.listen(topic.name, hear as (message: unknown) => void)
}

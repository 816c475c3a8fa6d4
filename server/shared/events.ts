import type { EventType, MessagesHidden } from '@onair/contract'
import type { Bus, BusEvent } from '../infra/bus/bus.ts'
import { runInTrace } from '../infra/trace.ts'
import type { ClockOffset } from '../infra/clock.ts'

/** Every signal of the house. A signal says that something happened, to whoever listens now; it may be lost. */
/** `position` stands with what carries money, and numbers it within its channel and kind. */
export type ChannelEventMessage = { type: EventType; event: object; position?: number }
/** `look`: the subscriptions of these sessions changed in the database. `answerTo` asks to be told when that is done. */
export type GatewayCommand =
  | { type: 'sync'; sessionKeys: readonly string[]; replyTo?: string }
  | { type: 'close'; sessionKey: string; reason: string }
/** Whether a session now is as the database has it; it may also be gone. */
export type SyncResult = { result: 'synced' | 'gone' | 'failed' }
/** Of a channel that somebody may be watching: what its page shows changed, or who someone is there, or messages were hidden. */
export type WatchUpdate =
  | { kind: 'channel' }
  | { kind: 'viewerStatus'; viewerChannelId: string }
  | { kind: 'messages'; hidden: MessagesHidden }
export type CallersChanged = { clientId: string; channelId: string | null }
export type DeliveriesDue = Record<string, never>
export type SandboxReset = Record<string, never>
/** Somebody looks at an application in the inspector, now. */
export type AppObserved = { clientId: string }

/** Where one kind of signal is told, and what stands in it. */
export type Topic<M> = { readonly name: string; readonly message?: M }

/** The events of one kind in one channel. */
export const channelTopic = (channelId: string, type: EventType): Topic<ChannelEventMessage> => ({
  name: `${channelPrefix}${channelId}/${type}`,
})
const channelPrefix = 'channel/'

/** The event of a channel that a signal tells of; null when it tells something else. */
export function channelEventIn({ topic, message }: BusEvent): (ChannelEventMessage & { channelId: string }) | null {
  if (!topic.startsWith(channelPrefix)) return null
  const [, channelId = ''] = topic.split('/')
  return { ...(message as ChannelEventMessage), channelId }
}

/** What the viewers of a channel's page need to know besides its events. */
export const watchTopic = (channelId: string): Topic<WatchUpdate> => ({ name: `watch/${channelId}` })
/** What the sessions that one gateway holds are told. */
export const gatewayTopic = (gatewayId: string): Topic<GatewayCommand> => ({ name: `gateway/${gatewayId}` })
/** Where one asker hears that a gateway looked. */
export const syncResultTopic = (replyTo: string): Topic<SyncResult> => ({ name: `looked/${replyTo}` })
/** What is remembered of callers is out of date: a grant ended or changed (`channelId`), or a whole application did (null). */
export const callersTopic: Topic<CallersChanged> = { name: 'callers' }
/** There may be notifications to deliver; whoever delivers looks also without being told. */
export const deliveriesTopic: Topic<DeliveriesDue> = { name: 'deliveries' }
export const clockTopic: Topic<ClockOffset> = { name: 'clock' }
export const resetTopic: Topic<SandboxReset> = { name: 'reset' }
export const appObservedTopic: Topic<AppObserved> = { name: 'app-observed' }

export function busEvent<M>(topic: Topic<M>, message: M): BusEvent {
  return { topic: topic.name, message }
}

/** What the page of a channel shows has changed. */
export function channelChanged(channelId: string): BusEvent {
  return busEvent(watchTopic(channelId), { kind: 'channel' })
}

/** Who someone is in a channel has changed. */
export function viewerStatusChanged(channelId: string, viewerChannelId: string): BusEvent {
  return busEvent(watchTopic(channelId), { kind: 'viewerStatus', viewerChannelId })
}

/** Has the gateways look at sessions whose subscriptions ended: one signal for each gateway. */
export function syncCommands(
  endedSubscriptions: readonly { session_key: string; gateway_id: string | null }[],
): BusEvent[] {
  const byGateway = Map.groupBy(endedSubscriptions, ({ gateway_id }) => gateway_id)
  return [...byGateway].flatMap(([gatewayId, rows]) => {
    const sessionKeys = [...new Set(rows.map(({ session_key }) => session_key))]
    return gatewayId === null ? [] : busEvent(gatewayTopic(gatewayId), { type: 'sync', sessionKeys })
  })
}

/** What a message causes where it is heard is part of the chain that caused the message. */
export function subscribe<M>(bus: Bus, topic: Topic<M>, handler: (message: M) => void): Promise<AsyncDisposable> {
  return bus.subscribe(topic.name, (message) => {
    const { traceId } = message as { traceId?: string }
    if (traceId === undefined) handler(message as M)
    else runInTrace(traceId, () => handler(message as M))
  })
}

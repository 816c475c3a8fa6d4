import type { EventType, MessagesHidden } from '@onair/contract'
import type { Bus, Signal } from '../world/bus/bus.ts'
import { inChain } from '../world/chain.ts'
import type { Moved } from '../world/clock.ts'

/** Every signal of the house. A signal says that something happened, to whoever listens now; it may be lost. */
/** `position` stands with what carries money, and numbers it within its channel and kind. */
export type EventHappened = { type: EventType; event: object; position?: number }
/** `look`: the subscriptions of these sessions changed in the database. `answerTo` asks to be told when that is done. */
export type SessionTold =
  | { act: 'look'; sessionKeys: readonly string[]; answerTo?: string }
  | { act: 'close'; sessionKey: string; reason: string }
/** Whether a session now is as the database has it; it may also be gone. */
export type SessionLooked = { result: 'whole' | 'gone' | 'failed' }
/** Of a channel that somebody may be watching: what its page shows changed, or who someone is there, or messages were hidden. */
export type WatchNews =
  | { about: 'channel' }
  | { about: 'standing'; ofChannelId: string }
  | { about: 'messages'; hidden: MessagesHidden }
export type CallersChanged = { clientId: string; channelId: string | null }
export type DeliveriesDue = Record<string, never>
export type WorldReset = Record<string, never>
/** Somebody looks at an application in the inspector, now. */
export type AppInspected = { clientId: string }

/** Where one kind of signal is told, and what stands in it. */
export type Topic<M> = { readonly name: string; readonly message?: M }

/** The events of one kind in one channel. */
export const channelTopic = (channelId: string, type: EventType): Topic<EventHappened> => ({
  name: `${channels}${channelId}/${type}`,
})
const channels = 'channel/'

/** The event of a channel that a signal tells of; null when it tells something else. */
export function happenedIn({ topic, message }: Signal): (EventHappened & { channelId: string }) | null {
  if (!topic.startsWith(channels)) return null
  const [, channelId = ''] = topic.split('/')
  return { ...(message as EventHappened), channelId }
}

/** What the viewers of a channel's page need to know besides its events. */
export const watchTopic = (channelId: string): Topic<WatchNews> => ({ name: `watch/${channelId}` })
/** What the sessions that one gateway holds are told. */
export const gatewayTopic = (gatewayId: string): Topic<SessionTold> => ({ name: `gateway/${gatewayId}` })
/** Where one asker hears that a gateway looked. */
export const lookedTopic = (answerTo: string): Topic<SessionLooked> => ({ name: `looked/${answerTo}` })
/** What is remembered of callers is out of date: a grant ended or changed (`channelId`), or a whole application did (null). */
export const callersTopic: Topic<CallersChanged> = { name: 'callers' }
/** There may be notifications to deliver; whoever delivers looks also without being told. */
export const deliveriesTopic: Topic<DeliveriesDue> = { name: 'deliveries' }
export const clockTopic: Topic<Moved> = { name: 'clock' }
export const resetTopic: Topic<WorldReset> = { name: 'reset' }
export const inspectedTopic: Topic<AppInspected> = { name: 'inspected' }

export function signal<M>(topic: Topic<M>, message: M): Signal {
  return { topic: topic.name, message }
}

/** What the page of a channel shows has changed. */
export function channelChanged(channelId: string): Signal {
  return signal(watchTopic(channelId), { about: 'channel' })
}

/** Who someone is in a channel has changed. */
export function standingChanged(channelId: string, ofChannelId: string): Signal {
  return signal(watchTopic(channelId), { about: 'standing', ofChannelId })
}

/** Has the gateways look at sessions whose subscriptions ended: one signal for each gateway. */
export function signalsToLook(ended: readonly { session_key: string; gateway_id: string | null }[]): Signal[] {
  const byGateway = Map.groupBy(ended, ({ gateway_id }) => gateway_id)
  return [...byGateway].flatMap(([gatewayId, rows]) => {
    const sessionKeys = [...new Set(rows.map(({ session_key }) => session_key))]
    return gatewayId === null ? [] : signal(gatewayTopic(gatewayId), { act: 'look', sessionKeys })
  })
}

/** What a message causes where it is heard is part of the chain that caused the message. */
export function listen<M>(bus: Bus, topic: Topic<M>, hear: (message: M) => void): Promise<AsyncDisposable> {
  return bus.listen(topic.name, (message) => {
    const { chain } = message as { chain?: string }
    if (chain === undefined) hear(message as M)
    else inChain(chain, () => hear(message as M))
  })
}

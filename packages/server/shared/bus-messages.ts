import type {
  ChatCleared,
  DisconnectCode,
  EventType,
  MessagesHidden,
  RepliedMessage,
  SubscriptionGift,
} from '@onair/contract'
import type { Bus, BusMessage } from '../infra/bus/bus.ts'
import { runInTrace } from '../infra/observability/trace.ts'
import type { ClockOffset } from '../infra/clock.ts'

// All messages on the bus: events, commands to gateways and their replies. A message reaches the processes that subscribe
// to its topic at that moment. It may be lost.

/** Donations and subscriptions have a `position`, numbered per channel and type. */
export type ChannelEventMessage = { type: EventType; event: object; position?: number }
/**
 * `sync`: the subscriptions of these sessions changed in the database. The gateway replies to
 * `replyTo` when it has applied them.
 */
export type GatewayCommand =
  | { type: 'sync'; sessionKeys: readonly string[]; replyTo?: string }
  | { type: 'close'; sessionKey: string; code: DisconnectCode }
/**
 * Whether a session's subscriptions are in sync with the database; `not connected` when this gateway does not have it.
 */
export type SyncResult = { result: 'synced' | 'not connected' | 'failed' }
/**
 * An update for watch pages: the channel's state changed, a viewer's status changed, messages or a donation were hidden, the
 * chat was cleared, a message is a reply, or subscriptions are a gift.
 */
export type WatchUpdate =
  | { type: 'channelChanged' }
  | { type: 'viewerStatusChanged'; viewerChannelId: string }
  | { type: 'messagesHidden'; hidden: MessagesHidden }
  | { type: 'donationHidden'; donationId: string }
  | { type: 'chatCleared'; cleared: ChatCleared }
  | { type: 'replied'; eventId: string; reply: RepliedMessage }
  | { type: 'gifted'; gift: SubscriptionGift }
export type CallersChanged = { clientId: string; channelId: string | null }
export type AccountEnded = { channelId: string }
export type ChannelRenamed = { channelId: string }
export type DeliveriesDue = Record<string, never>
export type EncoderCutsDue = Record<string, never>
export type MailsDue = Record<string, never>
export type SiteChanged = Record<string, never>
export type SandboxReset = Record<string, never>
/** An application whose records are being read in the inspector. */
export type AppRecorded = { clientId: string }

/** A topic of the bus, and the type of its messages. */
export type Topic<M> = { readonly name: string; readonly message?: M }

/** The events of one type in one channel. */
export const channelTopic = (channelId: string, type: EventType): Topic<ChannelEventMessage> => ({
  name: `${channelPrefix}${channelId}/${type}`,
})
const channelPrefix = 'channel/'

/** The channel and the type of a topic of `channelTopic`, or null for any other topic. */
export function parseChannelTopic(name: string): { channelId: string; type: EventType } | null {
  if (!name.startsWith(channelPrefix)) return null
  const [, channelId = '', type] = name.split('/')
  return { channelId, type: type as EventType }
}

/** The channel event in a bus message, or null if the message has another topic. */
export function channelEventIn({ topic, message }: BusMessage): (ChannelEventMessage & { channelId: string }) | null {
  const channel = parseChannelTopic(topic)
  return channel && { ...(message as ChannelEventMessage), channelId: channel.channelId }
}

/** Changes that watch pages of a channel show besides its events. */
export const watchTopic = (channelId: string): Topic<WatchUpdate> => ({ name: `watch/${channelId}` })
/** Commands to one gateway about its sessions. */
export const gatewayTopic = (gatewayId: string): Topic<GatewayCommand> => ({ name: `gateway/${gatewayId}` })
/** The reply to one `sync` command. */
export const syncResultTopic = (replyTo: string): Topic<SyncResult> => ({ name: `sync-result/${replyTo}` })
/** Cached callers are out of date: of one grant, or of the application when `channelId` is null. */
export const callersTopic: Topic<CallersChanged> = { name: 'callers' }
/** Webhook deliveries may be due. Workers also poll. */
export const deliveriesTopic: Topic<DeliveriesDue> = { name: 'deliveries' }
/** Mails may be due. Workers also poll. */
export const mailsTopic: Topic<MailsDue> = { name: 'mails' }
/** Encoders are to be cut at media servers. Workers also poll. */
export const encoderCutsTopic: Topic<EncoderCutsDue> = { name: 'encoder-cuts' }
/** An account was suspended or deleted. */
export const accountEndedTopic: Topic<AccountEnded> = { name: 'account-ended' }
/** A channel has another name. */
export const channelRenamedTopic: Topic<ChannelRenamed> = { name: 'channel-renamed' }
/** The blocked networks changed. */
export const blocksChangedTopic: Topic<SiteChanged> = { name: 'blocks-changed' }
/** The settings of the site changed. */
export const siteChangedTopic: Topic<SiteChanged> = { name: 'site-changed' }
/** Another process serves video. */
export const mediaOriginsChangedTopic: Topic<SiteChanged> = { name: 'media-origins-changed' }
export const clockTopic: Topic<ClockOffset> = { name: 'clock' }
export const resetTopic: Topic<SandboxReset> = { name: 'reset' }
export const appRecordedTopic: Topic<AppRecorded> = { name: 'app-recorded' }

export function busMessage<M>(topic: Topic<M>, message: M): BusMessage {
  return { topic: topic.name, message }
}

/** The watch-page state of a channel has changed. */
export function channelChanged(channelId: string): BusMessage {
  return busMessage(watchTopic(channelId), { type: 'channelChanged' })
}

/** A viewer's status in a channel has changed. */
export function viewerStatusChanged(channelId: string, viewerChannelId: string): BusMessage {
  return busMessage(watchTopic(channelId), { type: 'viewerStatusChanged', viewerChannelId })
}

/** Creates a `sync` command for each gateway that has sessions whose subscriptions ended. */
export function syncCommands(
  endedSubscriptions: readonly { session_key: string; gateway_id: string | null }[],
): BusMessage[] {
  const byGateway = Map.groupBy(endedSubscriptions, ({ gateway_id }) => gateway_id)
  return [...byGateway].flatMap(([gatewayId, rows]) => {
    const sessionKeys = [...new Set(rows.map(({ session_key }) => session_key))]
    return gatewayId === null ? [] : busMessage(gatewayTopic(gatewayId), { type: 'sync', sessionKeys })
  })
}

/**
 * Subscribes to a topic. The handler runs in the trace of the request that published the message.
 */
export function subscribe<M>(bus: Bus, topic: Topic<M>, handler: (message: M) => void): Promise<AsyncDisposable> {
  return bus.subscribe(topic.name, (message) => {
    const { traceId } = message as { traceId?: string }
    if (traceId === undefined) handler(message as M)
    else runInTrace(traceId, () => handler(message as M))
  })
}

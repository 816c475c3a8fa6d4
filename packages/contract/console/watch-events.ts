import type { Static, TSchema } from 'typebox'
import { audiences } from '../audiences.ts'
import { limits } from '../limits.ts'
import { stringMap, Type } from '../type.ts'
import { getSettings } from '../open/chat.ts'
import { chatEvent, donationEvent, subscriptionEvent, userRoleCode } from '../events.ts'
import { categoryItem, channelId, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const title = orNull(Type.String({ description: 'Null: the channel has not chosen one' }))

/** The public state of a channel. A viewer's socket receives it first and after each change. */
export const channelState = Type.Object({
  live: orNull(
    Type.Object({
      liveId: Type.Integer(),
      openedDate: utcDate,
      viewers: count,
      playbackUrl: orNull(
        Type.String({
          description:
            'The HLS playlist of the video. Null while there is none, and where not everyone may watch: see getPlayback',
        }),
      ),
      video: orNull(
        Type.Enum(['starting', 'live', 'interrupted'], {
          description: 'The state of the video that this platform carries, or null',
        }),
      ),
    }),
  ),
  /** The last live, if the channel is not live; null if none is kept. */
  lastLive: orNull(
    Type.Object({
      title,
      category: orNull(Type.Object({ categoryValue: Type.String(), englishName: Type.String() })),
      openedDate: utcDate,
      closedDate: utcDate,
    }),
  ),
  title,
  category: orNull(Type.Object({ ...categoryItem.properties, englishName: Type.String() })),
  tags: Type.Array(Type.String()),
  adult: Type.Boolean(),
  audience: Type.Enum([...audiences], { description: 'Who may watch the channel' }),
  /** Grows when somebody may no longer watch: addresses of the video from before do not work. */
  watchVersion: count,
  allowsClips: Type.Boolean({ description: 'Whether viewers may make clips of the live' }),
  followerCount: count,
  notice: orNull(Type.Object({ content: Type.String(), emojis: stringMap(Type.String()) })),
  chatSettings: getSettings.content,
  /** The open poll, or the last one for some minutes after its end. */
  poll: orNull(
    Type.Object({
      pollId: Type.String(),
      question: Type.String(),
      options: Type.Array(Type.Object({ text: Type.String(), votes: count })),
      startedDate: utcDate,
      endsDate: utcDate,
      isOpen: Type.Boolean(),
    }),
  ),
})
export type ChannelState = Static<typeof channelState>

/** Why a viewer cannot chat. `leftMs` is the time until that ends, or null if it has no end. */
export const chatBlock = Type.Object({
  code: Type.Enum([
    'RESTRICTED',
    'TEMPORARILY_RESTRICTED',
    'REAL_NAME',
    'MANAGER',
    'SUBSCRIBER',
    'FOLLOWER',
    'FOLLOWING_PERIOD',
    'SLOW_MODE',
  ]),
  leftMs: orNull(count),
})
export type ChatBlock = Static<typeof chatBlock>

/** The status of a viewer in a channel; sent only to that viewer. */
export const viewerStatus = Type.Object({
  channelId,
  channelName: Type.String(),
  role: userRoleCode,
  follows: Type.Boolean(),
  /** Whether the viewer gets a notice when the channel goes live. `UNREACHABLE`: it is off, and neither a mail nor a browser gets it. */
  bell: Type.Enum(['ON', 'OFF', 'UNREACHABLE']),
  subscription: orNull(
    Type.Object({
      tierNo: Type.Integer(),
      month: Type.Integer(),
      renewableDate: utcDate,
      giverName: orNull(Type.String({ description: 'Who gave the last month to the viewer, unless anonymously' })),
    }),
  ),
  chatBlock: orNull(chatBlock),
  /** The index of the option for which the viewer voted in the poll. */
  vote: orNull(Type.Integer()),
})
export type ViewerStatus = Static<typeof viewerStatus>

/** The message that a message replies to. The events of sessions do not have it. */
export const repliedMessage = Type.Object({
  messageId: Type.String(),
  senderChannelId: channelId,
  senderName: Type.String(),
  messageTime: Type.Integer(),
  content: orNull(Type.String({ description: 'Null: the message is hidden' })),
})
export type RepliedMessage = Static<typeof repliedMessage>

/** Subscriptions that a person gave to others. Sessions receive an event of each subscription, and nothing of the gift. */
export const subscriptionGift = Type.Object({
  eventId: Type.String({ description: 'The ID of the gift' }),
  giver: orNull(
    Type.Object({ channelId, channelName: Type.String() }, { description: 'Null: anonymous, or a former member' }),
  ),
  count: Type.Integer({ minimum: 1 }),
  /** The receivers who still have an account. */
  receivers: Type.Array(
    Type.Object({
      channelId,
      channelName: Type.String(),
      eventId: Type.String({ description: 'The ID of the subscription event' }),
    }),
    { maxItems: limits.subscriptionsPerGift },
  ),
  eventSentAt: Type.String({ description: 'In Seoul time, as in the events of sessions' }),
})
export type SubscriptionGift = Static<typeof subscriptionGift>

/** An entry of a channel's chat: an event as subscribed sessions receive it, or a gift in place of the events of its subscriptions. */
export const chatEntry = Type.Union([
  Type.Object({ type: Type.Literal('CHAT'), event: chatEvent, reply: Type.Optional(repliedMessage) }),
  Type.Object({ type: Type.Literal('DONATION'), event: donationEvent }),
  Type.Object({ type: Type.Literal('SUBSCRIPTION'), event: subscriptionEvent }),
  Type.Object({ type: Type.Literal('GIFT'), event: subscriptionGift }),
])
export type ChatEntry = Static<typeof chatEntry>

/** Messages of a sender were hidden: those of `messageTime`, or all so far (null). */
export const messagesHidden = Type.Object({ senderChannelId: channelId, messageTime: orNull(Type.Integer()) })
export type MessagesHidden = Static<typeof messagesHidden>

/** The messages of a chat until a time were hidden, without those of one person, if any. */
export type ChatCleared = { until: number; keptChannelId: string | null }

/**
 * Messages of a viewer's socket other than chat entries. STATE comes first; after it no event is missed. REPLY: the message
 * to which the one of this id replies; it can come before or after that message. GIFT: subscriptions are a gift; it can come
 * before or after their events. VIEWER_STATUS: the viewer's status changed; request it again. RESYNC: events may have been missed; request everything again.
 */
export type ViewerEvent =
  | ['STATE', ChannelState]
  | ['HIDDEN', MessagesHidden]
  | ['CLEARED', ChatCleared]
  | ['DONATION_HIDDEN', { eventId: string }]
  | ['REPLY', { eventId: string; reply: RepliedMessage }]
  | ['GIFT', SubscriptionGift]
  | ['VIEWER_STATUS', Record<string, never>]
  | ['RESYNC', Record<string, never>]

import type { Static } from 'typebox'
import { stringMap, Type } from './type.ts'
import { channelIdOf } from './resources.ts'

/** The kinds of events that a session can subscribe to. Specification, "Session entry". */
export const eventTypes = ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const
export type EventType = (typeof eventTypes)[number]
export const eventType = Type.Enum([...eventTypes], { description: 'The type of event' })

/** A subscription of a session. */
export const subscribedEvent = Type.Object({
  eventType,
  channelId: channelIdOf('The channel whose events the session receives'),
})

const systemType = 'The type of the message'

/** The messages of a session with the event name SYSTEM. Specification, "Session messages". */
export const systemMessage = Type.Union([
  Type.Object({
    type: Type.Literal('connected', { description: systemType }),
    data: Type.Object({
      sessionKey: Type.String({ description: 'The id of the session, for the subscribe operations' }),
    }),
  }),
  Type.Object({
    type: Type.Enum(['subscribed', 'unsubscribed', 'revoked'], { description: systemType }),
    data: Type.Object({
      eventType,
      channelId: channelIdOf('The channel of the subscription'),
    }),
  }),
])
export type SystemMessage = Static<typeof systemMessage>

export const userRoleCode = Type.Enum(
  ['streamer', 'common_user', 'streaming_channel_manager', 'streaming_chat_manager'],
  { description: 'The role of the sender in the channel' },
)
export type UserRoleCode = Static<typeof userRoleCode>

/** The role that a manager of a channel has in its chat. A settlement manager is a viewer there. Gap 29. */
export function chatRoleOfManager(role: string | null): UserRoleCode {
  if (role === 'STREAMING_CHANNEL_MANAGER') return 'streaming_channel_manager'
  if (role === 'STREAMING_CHAT_MANAGER') return 'streaming_chat_manager'
  return 'common_user'
}

/** Fields that every event has in addition to the specification. Gap 7. */
const eventFields = {
  eventSentAt: Type.String({
    description: 'Time of sending in Asia/Seoul without a zone: 2026-07-26T03:14:18.629000000',
  }),
  eventId: Type.String({ description: 'Unique per event; the same for every session that receives it' }),
}
export const messageTime = Type.Integer({ description: 'When the message was sent, in milliseconds since 1970' })
export const emojis = stringMap(Type.String(), {
  description: 'Addresses of the pictures of the emoticons that the text contains as `{:id:}`, by id',
})

/** Specification, "Chat event", with the additional fields that clients read. Gap 7. */
export const chatEvent = Type.Object({
  channelId: channelIdOf('The channel of the chat'),
  senderChannelId: channelIdOf('The channel of the sender'),
  chatChannelId: Type.String({
    description: 'The chat that has the message, for temporary restrictions and hidden messages',
  }),
  profile: Type.Object({
    nickname: Type.String({ description: 'The name of the sender' }),
    badges: Type.Array(Type.Object({ imageUrl: Type.String({ description: 'The address of the picture' }) }), {
      description: 'The badges of the sender',
    }),
    verifiedMark: Type.Boolean({ description: 'Whether the channel of the sender is verified' }),
    userRoleCode,
  }),
  userRoleCode,
  content: Type.String({ description: 'The text of the message' }),
  emojis,
  messageTime,
  ...eventFields,
})
export type ChatEvent = Static<typeof chatEvent>

export const donationType = Type.Enum(['CHAT', 'VIDEO'], {
  description: 'The kind of the donation: with a message or with a video',
})

/** Specification, "Donation event". An anonymous donation has an empty `donatorChannelId`. Gap 51. */
export const donationEvent = Type.Object({
  donationType,
  channelId: channelIdOf('The channel that receives the donation'),
  donatorChannelId: Type.String({
    pattern: '^([0-9a-f]{32})?$',
    description: 'The channel of the donor; empty for an anonymous donation',
  }),
  donatorNickname: Type.String({ description: 'The name of the donor' }),
  payAmount: Type.String({ pattern: '^[1-9]\\d*$', description: 'In won' }),
  donationText: Type.String({ description: 'The message of the donor' }),
  emojis,
  ...eventFields,
})
export type DonationEvent = Static<typeof donationEvent>

/** Specification, "Subscription event". */
export const subscriptionEvent = Type.Object({
  channelId: channelIdOf('The channel that the user subscribed to'),
  subscriberChannelId: channelIdOf('The channel of the subscriber'),
  subscriberNickname: Type.String({ description: 'The name of the subscriber' }),
  tierNo: Type.Enum([1, 2], { description: 'The tier of the subscription' }),
  tierName: Type.String({ description: 'The name of the subscription' }),
  month: Type.Integer({ minimum: 1, description: 'Months of the subscription so far' }),
  ...eventFields,
})
export type SubscriptionEvent = Static<typeof subscriptionEvent>

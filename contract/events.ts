import type { Static } from 'typebox'
import { stringMap, Type } from './type.ts'
import { channelId } from './resources.ts'

/** The kinds of events that a session can subscribe to. Specification, "Session entry". */
export const eventTypes = ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const
export type EventType = (typeof eventTypes)[number]

/** The messages of a session with the event name SYSTEM. Specification, "Session messages". */
export const systemMessage = Type.Union([
  Type.Object({ type: Type.Literal('connected'), data: Type.Object({ sessionKey: Type.String() }) }),
  Type.Object({
    type: Type.Enum(['subscribed', 'unsubscribed', 'revoked']),
    data: Type.Object({ eventType: Type.Enum([...eventTypes]), channelId }),
  }),
])
export type SystemMessage = Static<typeof systemMessage>

export const userRoleCode = Type.Enum([
  'streamer',
  'common_user',
  'streaming_channel_manager',
  'streaming_chat_manager',
])
export type UserRoleCode = Static<typeof userRoleCode>

/** Fields that every event has in addition to the specification. Gap 7. */
const eventFields = {
  eventSentAt: Type.String({
    description: 'Time of sending in Asia/Seoul without a zone: 2026-07-26T03:14:18.629000000',
  }),
  eventId: Type.String({ description: 'Unique per event; the same for every session that receives it' }),
}
/** Image addresses of the emoticons that a text contains as `{:id:}`, by id. */
const emojis = stringMap(Type.String())

/** Specification, "Chat event", with the additional fields that clients read. Gap 7. */
export const chatEvent = Type.Object({
  channelId,
  senderChannelId: channelId,
  chatChannelId: Type.String(),
  profile: Type.Object({
    nickname: Type.String(),
    badges: Type.Array(Type.Object({ imageUrl: Type.String() })),
    verifiedMark: Type.Boolean(),
    userRoleCode,
  }),
  userRoleCode,
  content: Type.String(),
  emojis,
  messageTime: Type.Integer(),
  ...eventFields,
})
export type ChatEvent = Static<typeof chatEvent>

/** Specification, "Donation event". An anonymous donation has an empty `donatorChannelId`. Gap 51. */
export const donationEvent = Type.Object({
  donationType: Type.Enum(['CHAT', 'VIDEO']),
  channelId,
  donatorChannelId: Type.String({ pattern: '^([0-9a-f]{32})?$' }),
  donatorNickname: Type.String(),
  payAmount: Type.String({ pattern: '^[1-9]\\d*$', description: 'In won' }),
  donationText: Type.String(),
  emojis,
  ...eventFields,
})
export type DonationEvent = Static<typeof donationEvent>

/** Specification, "Subscription event". */
export const subscriptionEvent = Type.Object({
  channelId,
  subscriberChannelId: channelId,
  subscriberNickname: Type.String(),
  tierNo: Type.Enum([1, 2]),
  tierName: Type.String(),
  month: Type.Integer({ minimum: 1 }),
  ...eventFields,
})
export type SubscriptionEvent = Static<typeof subscriptionEvent>

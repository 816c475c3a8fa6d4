import { Type, type Static } from 'typebox'
import { channelId } from './resources.ts'

/** The kinds of events that a session can subscribe to. Specification, "Session entry". */
export const eventTypes = ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const
export type EventType = (typeof eventTypes)[number]

/** What a session receives under the event name SYSTEM. Specification, "Session messages". */
export type SystemMessage =
  | { type: 'connected'; data: { sessionKey: string } }
  | { type: 'subscribed' | 'unsubscribed' | 'revoked'; data: { eventType: EventType; channelId: string } }

export const userRoleCode = Type.Enum([
  'streamer',
  'common_user',
  'streaming_channel_manager',
  'streaming_chat_manager',
])
export type UserRoleCode = Static<typeof userRoleCode>

/** Specification, "Chat event", with what clients need besides: gap 7. */
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
  emojis: Type.Record(Type.String(), Type.String()),
  messageTime: Type.Integer(),
  eventSentAt: Type.String({ description: 'When it was sent, Asia/Seoul, no zone: 2026-07-26T03:14:18.629000000' }),
  eventId: Type.String({ description: 'The same for every session that receives it' }),
})
export type ChatEvent = Static<typeof chatEvent>

import type { Static } from 'typebox'
import { Type } from './type.ts'
import { limits } from './limits.ts'
import { channelIdOf, utcDateOf } from './resources.ts'

/** Specification, "Drops reward claim". */
export const dropRewardClaim = Type.Object({
  dropsClaimId: Type.String({ description: 'The id of the claim, the same in each resend' }),
  channelId: channelIdOf('The channel of the viewer who claimed the reward'),
  dropsRewardId: Type.String({ description: 'The claimed reward' }),
  dropsCampaignId: Type.String({ description: 'The campaign of the reward' }),
  dropsCategoryId: Type.String({ description: 'The category of the campaign' }),
  dropsCategoryName: Type.String({ description: 'The name of that category' }),
  dropsClaimDate: utcDateOf('When the viewer claimed the reward'),
})
export type DropRewardClaim = Static<typeof dropRewardClaim>

const versionOf = (description: string) => Type.Literal('1', { description })
const messageId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'A UUID, the same in each retry',
})

/** The types of events that are sent as notifications, with their data. */
export const webhookEvents = { drop_reward_claim: { version: '1', data: dropRewardClaim } } as const
export type WebhookEvent = keyof typeof webhookEvents

/** The body of a notification. Specification, "Webhook notification". */
export const notification = Type.Object({
  message: Type.Object({
    messageId,
    version: versionOf('The version of the format of messages'),
    event: Type.Object({
      eventTimeMillis: Type.Integer({ description: 'When the first attempt began, in milliseconds since 1970' }),
      version: versionOf('The version of the format of `data`'),
      eventType: Type.Literal('drop_reward_claim', { description: 'The type of event' }),
      data: dropRewardClaim,
    }),
  }),
  subscription: Type.Object({
    clientId: Type.String({ description: 'The client id of the application' }),
    status: Type.Literal('ENABLED', { description: 'Only enabled webhooks receive notifications' }),
    method: Type.Object({
      methodType: Type.Literal('WEBHOOK', { description: 'How the notification is sent' }),
      url: Type.String({ description: 'The URL at the first attempt' }),
    }),
  }),
})
export type Notification = Static<typeof notification>

/** The headers of a notification, without their prefix. Id and timestamp have a fixed length, so the signed text is unambiguous. */
export const notificationHeaders = Type.Object({
  'Event-Message-Id': messageId,
  'Event-Message-Timestamp': Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description: 'When this attempt began: `2026-07-18T14:32:12.000Z`',
  }),
  'Event-Message-Signature': Type.String({
    pattern: '^sha256=[0-9a-f]{64}$',
    description:
      '`sha256=` and the HMAC-SHA256, in lower-case hex, of id, timestamp and raw body, joined without separators; the key is the client secret, or the secret of the endpoint',
  }),
  'Event-Message-Signature-New': Type.Optional(
    Type.String({
      pattern: '^sha256=[0-9a-f]{64}$',
      description:
        'Only while the secret of an endpoint is rotated: the same with the newer secret. `Event-Message-Signature` has the older one',
    }),
  ),
  'Event-Message-Type': Type.Literal('notification', { description: 'The type of the message' }),
  'Event-Message-Data-Type': Type.Literal('drop_reward_claim', { description: 'As `message.event.eventType`' }),
  'Event-Message-Version': versionOf('As `message.version`'),
  'Event-Message-Data-Version': versionOf('As `message.event.version`'),
  'Event-Message-Retry': Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.webhookRetries,
      description: 'Only on retries: the number of the retry',
    }),
  ),
  // Gap 430.
  'Event-Message-Test': Type.Optional(
    Type.Literal('true', { description: 'Only on test notifications, which the owner sends from the console' }),
  ),
})
export type NotificationHeaders = Static<typeof notificationHeaders>

/** The notifications that are sent to the webhook URL of an application. */
export const webhooks = {
  drop_reward_claim: {
    summary: 'A reward of a campaign of the application was claimed',
    headers: notificationHeaders,
    body: notification,
  },
} as const

/** The claim ids of test notifications begin with this prefix, and no other claim ids do. */
export const testClaimPrefix = 'test-'

export const webhookStatuses = ['ENABLED', 'DISABLED'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

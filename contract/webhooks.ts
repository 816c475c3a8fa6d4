import type { Static } from 'typebox'
import { Type } from './type.ts'
import { limits } from './limits.ts'
import { channelId, utcDate } from './resources.ts'

/** Specification, "Drops reward claim". */
export const dropRewardClaim = Type.Object({
  dropsClaimId: Type.String({ description: 'The same in each resend of the claim' }),
  channelId: Type.String({ ...channelId, description: 'The channel of the viewer who claimed the reward' }),
  dropsRewardId: Type.String(),
  dropsCampaignId: Type.String(),
  dropsCategoryId: Type.String({ description: 'The category of the campaign' }),
  dropsCategoryName: Type.String(),
  dropsClaimDate: utcDate,
})
export type DropRewardClaim = Static<typeof dropRewardClaim>

const version = Type.Literal('1')
const messageId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'A UUID' })

/** The types of events that are sent as notifications, with their data. */
export const webhookEvents = { drop_reward_claim: { version: '1', data: dropRewardClaim } } as const
export type WebhookEvent = keyof typeof webhookEvents

/** The body of a notification. Specification, "Webhook notification". */
export const notification = Type.Object({
  message: Type.Object({
    messageId,
    version,
    event: Type.Object({
      eventTimeMillis: Type.Integer({ description: 'When the first attempt began' }),
      version,
      eventType: Type.Literal('drop_reward_claim'),
      data: dropRewardClaim,
    }),
  }),
  subscription: Type.Object({
    clientId: Type.String(),
    status: Type.Literal('ENABLED'),
    method: Type.Object({
      methodType: Type.Literal('WEBHOOK'),
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
  'Event-Message-Type': Type.Literal('notification'),
  'Event-Message-Data-Type': Type.Literal('drop_reward_claim'),
  'Event-Message-Version': version,
  'Event-Message-Data-Version': version,
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

/** With it begins the claim id of a test notification, and no other. */
export const testClaimPrefix = 'test-'

export const webhookStatuses = ['ENABLED', 'DISABLED'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

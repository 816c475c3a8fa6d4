import { createHmac } from 'node:crypto'
import type { Notification } from '@onair/contract'

export const secret = 'kQ0Yk3jv0sDdS0c8m3bq5cJt2o4yq1nEoYl4wC1aZxUm2Fq9LrT4bE'
export const sentAt = Date.parse('2026-07-18T14:32:12.345Z')
const id = '3d0b6d2c-2f0a-4c57-9b46-6c0f4f1f7a11'

/** The headers and body of a webhook request, signed as the specification says, without the server's code. */
export function signedMessage({
  body = notificationBody(),
  prefix = 'Svc-',
  key = secret,
  retry = 0,
  at = sentAt,
  messageId = id,
} = {}) {
  const timestamp = new Date(at).toISOString()
  const signature = createHmac('sha256', key).update(messageId).update(timestamp).update(body).digest('hex')
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    [`${prefix}Event-Message-Id`]: messageId,
    [`${prefix}Event-Message-Timestamp`]: timestamp,
    [`${prefix}Event-Message-Signature`]: `sha256=${signature}`,
    [`${prefix}Event-Message-Type`]: 'notification',
    [`${prefix}Event-Message-Data-Type`]: 'drop_reward_claim',
    [`${prefix}Event-Message-Version`]: '1',
    [`${prefix}Event-Message-Data-Version`]: '1',
    ...(retry > 0 && { [`${prefix}Event-Message-Retry`]: String(retry) }),
  }
  return { messageId, headers, body }
}

/** The body of a webhook request as the platform writes it. */
export function notificationBody(dropsCategoryName = '리그 오브 레전드'): Buffer {
  const notification: Notification = {
    message: {
      messageId: id,
      version: '1',
      event: {
        eventTimeMillis: sentAt,
        version: '1',
        eventType: 'drop_reward_claim',
        data: {
          dropsClaimId: '7c9b9a52-3a33-4d0e-8f15-2b4f4f1f7a22',
          channelId: 'a'.repeat(32),
          dropsRewardId: '1f9b9a52-3a33-4d0e-8f15-2b4f4f1f7a33',
          dropsCampaignId: '2f9b9a52-3a33-4d0e-8f15-2b4f4f1f7a44',
          dropsCategoryId: 'League_of_Legends',
          dropsCategoryName,
          dropsClaimDate: '2026-07-18T14:32:12Z',
        },
      },
    },
    subscription: {
      clientId: 'a-game',
      status: 'ENABLED',
      method: { methodType: 'WEBHOOK', url: 'https://game.example/hook' },
    },
  }
  return Buffer.from(JSON.stringify(notification))
}

import type { TSchema } from 'typebox'
import { stringMap, Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { attemptFailure, webhookDisabledFailure } from '../failure-codes.ts'
import { limits } from '../limits.ts'
import { deliveryStates } from '../resources.ts'
import { webhookEvents, webhookStatuses, type WebhookEvent } from '../webhooks.ts'

const clientId = Type.String({ minLength: 1, maxLength: 100 })
const pathParams = Type.Object({ clientId })
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const date = Type.String({ description: 'RFC 3339, UTC, with milliseconds' })
const uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
const eventType = Type.Enum(Object.keys(webhookEvents) as WebhookEvent[])
const state = Type.Enum([...deliveryStates])
const bytes = Type.Object({ text: Type.String({ description: 'Read as UTF-8' }), base64: Type.String() })

export const getWebhook = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/webhook',
  summary: "Get the webhook of the caller's application; null when it has none",
  pathParams,
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    webhook: orNull(
      Type.Object({
        url: Type.String(),
        status: Type.Enum([...webhookStatuses]),
        statusReason: orNull(webhookDisabledFailure),
        changedDate: date,
        failingSinceDate: orNull(date),
        waiting: Type.Integer({
          minimum: 0,
          maximum: 10_000,
          description: 'Waiting notifications; counted up to 10,000',
        }),
      }),
    ),
  }),
})

export const updateWebhook = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/webhook',
  summary:
    'Create or update the webhook; omitted fields keep their value. Notifications that wait while it is disabled are sent after it is enabled',
  pathParams,
  body: Type.Object({
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    status: Type.Optional(Type.Enum([...webhookStatuses])),
  }),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Null(),
})

export const deleteWebhook = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/webhook',
  summary: 'Delete the webhook. Waiting notifications are kept and are sent when the application has a webhook again',
  pathParams,
  errors: { notFound: 'no application of the caller with this id, or it has no webhook' },
  content: Type.Null(),
})

export const sendTestNotification = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/webhook/test',
  action: 'testWebhook',
  summary:
    'Send a test notification: signed like any other, with the header `Event-Message-Test` and a `dropsClaimId` that begins with `test-`. It is attempted once and never disables the webhook',
  pathParams,
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({ deliveryId: Type.String() }),
})

export const rotateSecret = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/secret',
  action: 'rotateKey',
  needsRecentPassword: true,
  summary:
    'Create a new client secret; only this response contains it. The older secret stays valid for `overlapHours` and signs notifications until it expires or is revoked',
  pathParams,
  body: Type.Object({
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: limits.secretOverlapHoursMax, default: limits.secretOverlapHours }),
    ),
  }),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({ clientSecret: Type.String(), olderEndsDate: date }),
})

export const revokeOlderSecret = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/secret/older',
  needsRecentPassword: true,
  summary: 'Revoke the older of two client secrets; the newer one then signs notifications',
  pathParams,
  errors: { notFound: 'no application of the caller with this id, or it has only one secret' },
  content: Type.Null(),
})

const delivery = {
  deliveryId: Type.String({ description: 'The message id' }),
  eventType,
  state,
  attempts: Type.Integer({ minimum: 0, maximum: limits.webhookRetries + 1 }),
  createdDate: date,
  nextAttemptDate: orNull(date),
  endedDate: orNull(date),
  resendOf: orNull(Type.String({ description: 'The notification that this one resends' })),
  isTest: Type.Boolean(),
}
const attemptOutcomes = ['DELIVERED', 'REFUSED', 'FAILED', 'UNKNOWN'] as const
const attemptResult = {
  outcome: orNull(Type.Enum([...attemptOutcomes])),
  failure: orNull(attemptFailure),
  status: orNull(Type.Integer()),
}

export const listDeliveries = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries',
  summary: `List the notifications of the caller's application, newest first; an ended one is kept for as many days as the setting DELIVERY_DAYS says`,
  pathParams,
  query: Type.Object({
    state: Type.Optional(state),
    since: Type.Optional(Type.String({ maxLength: 40, description: 'Created at or after this time, RFC 3339' })),
    next: Type.Optional(Type.String({ maxLength: 40 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    data: Type.Array(Type.Object({ ...delivery, last: orNull(Type.Object(attemptResult)) })),
    page: Type.Object({ next: orNull(Type.String()) }),
  }),
})

export const getDelivery = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries/{deliveryId}',
  summary: 'Get a notification with its attempts: the exact bytes sent and received',
  pathParams: Type.Object({ clientId, deliveryId: uuid }),
  errors: { notFound: 'no application of the caller with this id, or no such delivery' },
  content: Type.Object({
    ...delivery,
    body: orNull(bytes),
    attemptsMade: Type.Array(
      Type.Object({
        retryNo: Type.Integer({ minimum: 0, maximum: limits.webhookRetries }),
        beganDate: date,
        endedDate: orNull(date),
        tookMs: orNull(Type.Integer()),
        ...attemptResult,
        url: Type.String(),
        headers: stringMap(Type.String()),
        response: orNull(
          Type.Object({
            headers: stringMap(Type.Union([Type.String(), Type.Array(Type.String())])),
            body: bytes,
            truncated: Type.Boolean(),
          }),
        ),
      }),
    ),
  }),
})

const attemptCounts = {
  delivered: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
  p50Ms: orNull(Type.Number()),
  p95Ms: orNull(Type.Number()),
}

export const getDeliveryStats = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/webhook/stats',
  summary:
    'Get the attempts of the last 24 hours by hour, with their response time, and the last 100 attempts, oldest first',
  pathParams,
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    ...attemptCounts,
    steps: Type.Array(Type.Object({ date, ...attemptCounts })),
    attempts: Type.Array(
      Type.Object({
        deliveryId: Type.String(),
        retryNo: Type.Integer({ minimum: 0, maximum: limits.webhookRetries }),
        date,
        outcome: Type.Enum([...attemptOutcomes]),
        status: orNull(Type.Integer()),
        tookMs: orNull(Type.Integer()),
      }),
    ),
  }),
})

export const sendDeliveryNow = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/deliveries/{deliveryId}/send-now',
  summary:
    'Make the next attempt of a waiting notification now. It counts as one of its attempts; later attempts keep their intervals',
  pathParams: Type.Object({ clientId, deliveryId: uuid }),
  errors: { notFound: 'no application of the caller with this id, or no such waiting notification' },
  content: Type.Null(),
})

export const getRecovery = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries/recovery',
  summary:
    'Count the notifications created since a time whose attempts are exhausted, by the state of their resends; counted up to 10,000. Test notifications are not counted',
  pathParams,
  query: Type.Object({ since: Type.String({ maxLength: 40, description: 'RFC 3339' }) }),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    missed: Type.Integer({ minimum: 0, description: 'Without a waiting or delivered resend' }),
    waiting: Type.Integer({ minimum: 0, description: 'With a resend that waits' }),
    recovered: Type.Integer({ minimum: 0, description: 'With a delivered resend' }),
  }),
})

export const resendDeliveries = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/deliveries/resend',
  summary:
    'Resend notifications as new messages with the same event, selected by id or by time. One call resends up to 1,000; `next` continues',
  pathParams,
  body: Type.Object({
    deliveryIds: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: 100 })),
    since: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339' })),
    which: Type.Optional(
      Type.Enum(['MISSED', 'ALL'], {
        description:
          'With `since`: MISSED (default) selects exhausted notifications without a waiting or delivered resend, ALL every notification that ended',
      }),
    ),
    next: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  errors: { notFound: 'no application of the caller with this id, or no such delivery' },
  content: Type.Object({
    data: Type.Array(Type.Object({ deliveryId: Type.String(), resendOf: Type.String() })),
    page: Type.Object({ next: orNull(Type.String()) }),
  }),
})

import type { TSchema } from 'typebox'
import { stringMap, Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import {
  attemptOutcomes,
  attemptResult,
  delivery,
  deliveryList,
  deliveryQuery,
  endpointChanges,
  endpointFields,
  endpointIdOrClientId,
  endpointList,
  furtherEndpointParams,
  webhookDetails,
} from '../webhook-endpoints.ts'
import { uuid } from '../resources.ts'
import { webhookStatuses } from '../webhooks.ts'

const clientId = Type.String({ minLength: 1, maxLength: 100 })
const pathParams = Type.Object({ clientId })
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const date = Type.String({ description: 'RFC 3339, UTC, with milliseconds' })
const bytes = Type.Object({ text: Type.String({ description: 'Read as UTF-8' }), base64: Type.String() })

export const getWebhook = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/webhook',
  needsAppRole: 'VIEWER',
  summary: "Get the webhook of the caller's application; null when it has none",
  pathParams,
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({ webhook: orNull(Type.Object(webhookDetails)) }),
})

export const updateWebhook = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/webhook',
  needsAppRole: 'DEVELOPER',
  needsRecentPassword: ['url'],
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
  needsAppRole: 'DEVELOPER',
  summary: 'Delete the webhook. Waiting notifications are kept and are sent when the application has a webhook again',
  pathParams,
  errors: { notFound: 'no application of the caller with this id, or it has no webhook' },
  content: Type.Null(),
})

export const sendTestNotification = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/webhook/test',
  needsAppRole: 'DEVELOPER',
  action: 'testWebhook',
  summary:
    'Send a test notification: signed like any other, with the header `Event-Message-Test` and a `dropsClaimId` that begins with `test-`. It is attempted once and never disables the webhook',
  pathParams,
  body: Type.Object({ endpointId: endpointIdOrClientId }),
  errors: { notFound: 'no application of the caller with this id, or no such endpoint' },
  content: Type.Object({ deliveryId: Type.String() }),
})

export const listWebhookEndpoints = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/webhook/endpoints',
  needsAppRole: 'VIEWER',
  summary: 'List the endpoints of the application that get notifications beside the registered webhook, oldest first',
  pathParams,
  errors: { notFound: 'no application of the caller with this id' },
  content: endpointList,
})

export const createWebhookEndpoint = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/webhook/endpoints',
  needsAppRole: 'DEVELOPER',
  action: 'rotateKey',
  needsRecentPassword: true,
  isSecret: true,
  summary: `Create a webhook endpoint with a secret of its own, which only this response contains. An application has up to ${limits.webhookEndpoints} endpoints, the registered webhook included`,
  pathParams,
  body: Type.Object(endpointFields),
  errors: {
    badInput: 'also when the application has the maximum number of endpoints',
    notFound: 'no application of the caller with this id',
  },
  content: Type.Object({ endpointId: Type.String(), secret: Type.String() }),
})

export const updateWebhookEndpoint = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/webhook/endpoints/{endpointId}',
  needsAppRole: 'DEVELOPER',
  needsRecentPassword: ['url'],
  summary:
    'Update a webhook endpoint; omitted fields keep their value. New filters apply to later events, and waiting notifications go to the new URL',
  pathParams: furtherEndpointParams,
  body: endpointChanges,
  errors: { notFound: 'no application of the caller with this id, or no such endpoint' },
  content: Type.Null(),
})

export const deleteWebhookEndpoint = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/webhook/endpoints/{endpointId}',
  needsAppRole: 'DEVELOPER',
  summary: 'Delete a webhook endpoint. Its waiting notifications are not sent',
  pathParams: furtherEndpointParams,
  errors: { notFound: 'no application of the caller with this id, or no such endpoint' },
  content: Type.Null(),
})

export const rotateEndpointSecret = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/webhook/endpoints/{endpointId}/secret',
  needsAppRole: 'DEVELOPER',
  action: 'rotateKey',
  needsRecentPassword: true,
  isSecret: true,
  summary:
    'Create a new secret of a webhook endpoint; only this response contains it. Both secrets sign for `overlapHours`; then the new one signs alone',
  pathParams: furtherEndpointParams,
  body: Type.Object({
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: limits.endpointSecretOverlapHoursMax, default: limits.secretOverlapHours }),
    ),
  }),
  errors: {
    badInput: 'also during the overlap of an earlier rotation',
    notFound: 'no application of the caller with this id, or no such endpoint',
  },
  content: Type.Object({ secret: Type.String(), olderEndsDate: date }),
})

export const revokeOlderEndpointSecret = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/webhook/endpoints/{endpointId}/secret/older',
  needsAppRole: 'DEVELOPER',
  needsRecentPassword: true,
  summary: 'Revoke the older of two secrets of a webhook endpoint; the newer one then signs alone',
  pathParams: furtherEndpointParams,
  errors: { notFound: 'no application of the caller with this id, no such endpoint, or it has only one secret' },
  content: Type.Null(),
})

export const rotateSecret = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/secret',
  needsAppRole: 'DEVELOPER',
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
  needsAppRole: 'DEVELOPER',
  needsRecentPassword: true,
  summary: 'Revoke the older of two client secrets; the newer one then signs notifications',
  pathParams,
  errors: { notFound: 'no application of the caller with this id, or it has only one secret' },
  content: Type.Null(),
})

export const listDeliveries = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries',
  needsAppRole: 'VIEWER',
  scans: true,
  summary: `List the notifications of the caller's application; an ended one is kept for as many days as the setting ONAIR_DELIVERY_DAYS says`,
  pathParams,
  query: deliveryQuery,
  errors: { notFound: 'no application of the caller with this id' },
  content: deliveryList,
})

export const getDelivery = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries/{deliveryId}',
  needsAppRole: 'VIEWER',
  summary: 'Get a notification with its attempts: the exact bytes sent and received',
  pathParams: Type.Object({ clientId, deliveryId: uuid }),
  errors: { notFound: 'no application of the caller with this id, or no such delivery' },
  content: Type.Object({
    ...delivery,
    traceId: orNull(Type.String({ description: 'The id of the request that caused it; null if it was resent' })),
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
  needsAppRole: 'VIEWER',
  scans: true,
  summary:
    'Get the attempts of the last 24 hours by hour, with their response time, and the last 100 attempts, oldest first; to one endpoint or to all',
  pathParams,
  query: Type.Object({ endpointId: endpointIdOrClientId }),
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
  needsAppRole: 'DEVELOPER',
  summary:
    'Make the next attempt of a waiting notification now. It counts as one of its attempts; later attempts keep their intervals',
  pathParams: Type.Object({ clientId, deliveryId: uuid }),
  errors: { notFound: 'no application of the caller with this id, or no such waiting notification' },
  content: Type.Null(),
})

export const getRecovery = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries/recovery',
  needsAppRole: 'VIEWER',
  scans: true,
  summary:
    'Count the notifications created since a time whose attempts are exhausted, by the state of their resends; counted up to 10,000. Test notifications are not counted',
  pathParams,
  query: Type.Object({
    endpointId: endpointIdOrClientId,
    since: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339. Default: all that are stored' })),
  }),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    missed: Type.Integer({ minimum: 0, description: 'Without a waiting or delivered resend' }),
    waiting: Type.Integer({ minimum: 0, description: 'With a resend that waits' }),
    recovered: Type.Integer({ minimum: 0, description: 'With a delivered resend' }),
    oldestMissedDate: Type.Union([date, Type.Null()], {
      description: 'When the oldest of the missed ones was created; null if there is none',
    }),
  }),
})

export const resendDeliveries = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/deliveries/resend',
  needsAppRole: 'DEVELOPER',
  scans: true,
  summary:
    'Resend notifications as new messages with the same event, selected by id, or by time and endpoint (default: all endpoints). One call resends up to 1,000; `next` continues',
  pathParams,
  body: Type.Object({
    endpointId: endpointIdOrClientId,
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

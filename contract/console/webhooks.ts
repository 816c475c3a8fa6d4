import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { attemptFailure, webhookDisabledFailure } from '../failure-codes.ts'
import { limits } from '../limits.ts'
import { deliveryStates, webhookEvents, webhookStatuses, type WebhookEvent } from '../webhooks.ts'

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
  summary: "Where one's own application is notified, and whether anything is sent there; null where it is not notified",
  pathParams,
  errors: { notFound: "no such application of one's own" },
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
          description: 'Notifications that wait; counted up to 10,000',
        }),
      }),
    ),
  }),
})

export const updateWebhook = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/webhook',
  summary:
    'Set or change the webhook URL, or enable or disable the webhook; what is left out stays. What waits while it is disabled goes on when it is enabled',
  pathParams,
  body: Type.Object({
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    status: Type.Optional(Type.Enum([...webhookStatuses])),
  }),
  errors: { notFound: "no such application of one's own" },
  content: Type.Null(),
})

export const deleteWebhook = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/webhook',
  summary: 'Have the application notified no more; what waits stays, and goes on when there is a URL again',
  pathParams,
  errors: { notFound: "no such application of one's own, or it has no webhook" },
  content: Type.Null(),
})

export const rotateSecret = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/secret',
  summary:
    'Make another client secret, shown this once. The one before stays good for a while and signs notifications until then, or until it is ended',
  pathParams,
  body: Type.Object({
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: limits.secretOverlapHoursMax, default: limits.secretOverlapHours }),
    ),
  }),
  errors: { notFound: "no such application of one's own" },
  content: Type.Object({ clientSecret: Type.String(), olderEndsDate: date }),
})

export const revokeOlderSecret = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/secret/older',
  summary: 'End the older of two client secrets now; from here on the newer one signs',
  pathParams,
  errors: { notFound: "no such application of one's own, or it has one secret alone" },
  content: Type.Null(),
})

const delivery = {
  deliveryId: Type.String({ description: 'The id of the message' }),
  eventType,
  state,
  attempts: Type.Integer({ minimum: 0, maximum: limits.webhookResends + 1 }),
  createdDate: date,
  nextAttemptDate: orNull(date),
  endedDate: orNull(date),
  resendOf: orNull(Type.String({ description: 'The notification that this one repeats' })),
}
const attemptResult = {
  outcome: orNull(Type.Enum(['DELIVERED', 'REFUSED', 'FAILED', 'UNKNOWN'])),
  failure: orNull(attemptFailure),
  status: orNull(Type.Integer()),
}

export const listDeliveries = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries',
  summary: `The notifications of one's own application, newest first; kept for ${limits.deliveryLogDays} days after their end`,
  pathParams,
  query: Type.Object({
    state: Type.Optional(state),
    since: Type.Optional(Type.String({ maxLength: 40, description: 'Made at this moment or later, RFC 3339' })),
    next: Type.Optional(Type.String({ maxLength: 40 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  errors: { notFound: "no such application of one's own" },
  content: Type.Object({
    data: Type.Array(Type.Object({ ...delivery, last: orNull(Type.Object(attemptResult)) })),
    page: Type.Object({ next: orNull(Type.String()) }),
  }),
})

export const getDelivery = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/deliveries/{deliveryId}',
  summary: 'One notification with each of its attempts: what was sent and what was answered, byte for byte',
  pathParams: Type.Object({ clientId, deliveryId: uuid }),
  errors: { notFound: "no such application of one's own, or no such notification" },
  content: Type.Object({
    ...delivery,
    body: orNull(bytes),
    attemptsMade: Type.Array(
      Type.Object({
        resendNo: Type.Integer({ minimum: 0, maximum: limits.webhookResends }),
        beganDate: date,
        endedDate: orNull(date),
        tookMs: orNull(Type.Integer()),
        ...attemptResult,
        url: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
        answer: orNull(
          Type.Object({
            headers: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
            body: bytes,
            truncated: Type.Boolean(),
          }),
        ),
      }),
    ),
  }),
})

export const resendDeliveries = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/deliveries/resend',
  summary:
    'Send notifications again, as new messages with the same event: those named, or those since a moment that were missed (or all). At most 1,000 at once; with `next` one goes on',
  pathParams,
  body: Type.Object({
    deliveryIds: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: 100 })),
    since: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339' })),
    which: Type.Optional(
      Type.Enum(['MISSED', 'ALL'], {
        description: 'Of those since: the ones given up and not sent again since (without it), or all that ended',
      }),
    ),
    next: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  errors: { notFound: "no such application of one's own, or no such notification" },
  content: Type.Object({
    data: Type.Array(Type.Object({ deliveryId: Type.String(), resendOf: Type.String() })),
    page: Type.Object({ next: orNull(Type.String()) }),
  }),
})

import type { TSchema } from 'typebox'
import { Type } from './type.ts'
import { attemptFailure, webhookDisabledFailure } from './failure-codes.ts'
import { limits } from './limits.ts'
import { channelId, sortOrders, deliveryStates } from './resources.ts'
import { webhookEvents, webhookStatuses, type WebhookEvent } from './webhooks.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const date = Type.String({ description: 'RFC 3339, UTC, with milliseconds' })
const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const state = Type.Enum([...deliveryStates])
const filterSize = { maxItems: limits.idsPerEndpointFilter }

/** The path of a further endpoint. */
export const furtherEndpointParams = Type.Object({
  clientId: Type.String({ minLength: 1, maxLength: 100 }),
  endpointId: uuid,
})

export const endpointIdOrClientId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A further endpoint, or the registered webhook, whose id is the client id',
  }),
)

/** What the owner sees of every endpoint. */
export const webhookDetails = {
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
}

/** The settings of a further endpoint. */
export const endpointFields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: '1 to 100 characters' }),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  channelIds: Type.Optional(
    Type.Array(channelId, { ...filterSize, description: 'Send only claims of these viewers; empty for all' }),
  ),
  campaignIds: Type.Optional(
    Type.Array(uuid, { ...filterSize, description: 'Send only claims of these campaigns; empty for all' }),
  ),
}

export const endpointChanges = Type.Object({
  ...endpointFields,
  name: Type.Optional(endpointFields.name),
  url: Type.Optional(endpointFields.url),
  status: Type.Optional(Type.Enum([...webhookStatuses])),
})

/** The further endpoints of an application, oldest first. */
export const endpointList = Type.Object({
  data: Type.Array(
    Type.Object({
      endpointId: Type.String(),
      name: Type.String(),
      ...webhookDetails,
      createdDate: date,
      channels: Type.Array(Type.Object({ channelId, channelName: Type.String() }), {
        description: 'Only claims of these viewers are sent; empty: of all',
      }),
      campaigns: Type.Array(Type.Object({ campaignId: Type.String(), title: Type.String() }), {
        description: 'Only claims of these campaigns are sent; empty: of all',
      }),
      olderSecretEndsDate: orNull(date),
    }),
  ),
})

export const delivery = {
  deliveryId: Type.String({ description: 'The message id' }),
  endpointId: Type.String({ description: 'The client id if it is sent to the registered webhook' }),
  eventType: Type.Enum(Object.keys(webhookEvents) as WebhookEvent[]),
  state,
  attempts: Type.Integer({ minimum: 0, maximum: limits.webhookRetries + 1 }),
  createdDate: date,
  nextAttemptDate: orNull(date),
  endedDate: orNull(date),
  resendOf: orNull(Type.String({ description: 'The notification that this one resends' })),
  isTest: Type.Boolean(),
  claim: orNull(
    Type.Object(
      { channelId, channelName: Type.String(), campaignId: Type.String(), rewardName: Type.String() },
      { description: 'The viewer and the reward; null for a test' },
    ),
  ),
}
export const attemptOutcomes = ['DELIVERED', 'REFUSED', 'FAILED', 'UNKNOWN'] as const
export const attemptResult = {
  outcome: orNull(Type.Enum([...attemptOutcomes])),
  failure: orNull(attemptFailure),
  status: orNull(Type.Integer()),
}

export const deliveryQuery = Type.Object({
  endpointId: endpointIdOrClientId,
  state: Type.Optional(state),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `A message id, a claim id, or the exact name or the id of the channel of a viewer. A viewer's notifications are chosen among ${limits.deliveriesPerScan}, so a page may have fewer than \`size\` and still a cursor`,
    }),
  ),
  since: Type.Optional(Type.String({ maxLength: 40, description: 'Created at or after this time, RFC 3339' })),
  sort: Type.Optional(Type.Enum([...sortOrders], { default: 'newest' })),
  next: Type.Optional(Type.String({ maxLength: 40 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
})

export const deliveryList = Type.Object({
  data: Type.Array(
    Type.Object({ ...delivery, last: orNull(Type.Object({ ...attemptResult, tookMs: orNull(Type.Integer()) })) }),
  ),
  page: Type.Object({ next: orNull(Type.String()) }),
})

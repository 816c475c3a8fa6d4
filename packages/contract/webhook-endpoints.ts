import type { TSchema } from 'typebox'
import { Type } from './type.ts'
import { attemptFailure, webhookDisabledFailure } from './failure-codes.ts'
import { limits } from './limits.ts'
import { channelId, channelName, countedText, deliveryState, nextCursor, sortOrders } from './resources.ts'
import { webhookEvents, webhookStatuses, type WebhookEvent } from './webhooks.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const dateOf = (event: string) => Type.String({ description: `${event}, RFC 3339 in UTC with milliseconds` })
export const endpointId = Type.String({ description: 'The id of the endpoint' })
const filterSize = { maxItems: limits.idsPerEndpointFilter }

const campaignId = Type.String({ description: 'The id of the campaign' })

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

/** The details of an endpoint that its owner sees. */
export const webhookDetails = {
  url: Type.String({ description: 'The URL to which notifications are sent' }),
  status: Type.Enum([...webhookStatuses], { description: 'Only enabled endpoints receive notifications' }),
  statusReason: Type.Union([webhookDisabledFailure, Type.Null()], {
    description: 'Why the endpoint is disabled; null while it is enabled',
  }),
  changedDate: dateOf('When the URL or the status last changed'),
  failingSinceDate: orNull(dateOf('Since when every attempt fails; null if the last one succeeded')),
  waiting: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Waiting notifications; counted up to 10,000',
  }),
}

/** The settings of a further endpoint. */
export const endpointFields = {
  name: countedText(limits.messageLength, { minLength: 1, maxLength: 200 }),
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'The URL to which notifications are sent' }),
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
      endpointId,
      name: Type.String({ description: 'The name of the endpoint' }),
      ...webhookDetails,
      createdDate: dateOf('When the endpoint was added'),
      channels: Type.Array(Type.Object({ channelId, channelName }), {
        description: 'Only claims of these viewers are sent; empty: of all',
      }),
      campaigns: Type.Array(
        Type.Object({ campaignId, title: Type.String({ description: 'The title of the campaign' }) }),
        {
          description: 'Only claims of these campaigns are sent; empty: of all',
        },
      ),
      olderSecretEndsDate: orNull(dateOf('Until when the older secret signs too; null if there is none')),
    }),
  ),
})

export const delivery = {
  deliveryId: Type.String({ description: 'The message id' }),
  endpointId: Type.String({ description: 'The client id if it is sent to the registered webhook' }),
  eventType: Type.Enum(Object.keys(webhookEvents) as WebhookEvent[], { description: 'The type of event' }),
  state: deliveryState,
  attempts: Type.Integer({ minimum: 0, maximum: limits.webhookRetries + 1, description: 'Number of attempts so far' }),
  createdDate: dateOf('When the notification was created'),
  nextAttemptDate: orNull(dateOf('When the next attempt begins; null if none follows')),
  endedDate: orNull(dateOf('When the notification was delivered or exhausted; null while it waits')),
  resendOf: orNull(Type.String({ description: 'The notification that this one resends' })),
  lastResend: orNull(
    Type.Object(
      { deliveryId: Type.String({ description: 'The message id of the resend' }), state: deliveryState },
      { description: 'The latest resend of this notification; null if it was not resent' },
    ),
  ),
  isTest: Type.Boolean({ description: 'Whether the owner sent it from the console as a test' }),
  claim: orNull(
    Type.Object(
      { channelId, channelName, campaignId, rewardName: Type.String({ description: 'The name of the reward' }) },
      { description: 'The viewer and the reward; null for a test' },
    ),
  ),
}
export const attemptOutcomes = ['DELIVERED', 'REFUSED', 'FAILED', 'UNKNOWN'] as const
export const attemptResult = {
  outcome: orNull(
    Type.Enum([...attemptOutcomes], {
      description:
        'The result of the attempt. `REFUSED`: the receiver answered 410; `UNKNOWN`: the worker ended during it; null while it runs',
    }),
  ),
  failure: Type.Union([attemptFailure, Type.Null()], { description: 'Why the attempt failed; null otherwise' }),
  status: orNull(Type.Integer({ description: 'The status of the response; null without a response' })),
}

export const deliveryQuery = Type.Object({
  endpointId: endpointIdOrClientId,
  state: Type.Optional(deliveryState),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `A message id, a claim id, or a part of the name or the id of the channel of a viewer. A viewer's notifications are chosen among ${limits.deliveriesPerScan}, so a page may have fewer than \`size\` and still a cursor`,
    }),
  ),
  since: Type.Optional(Type.String({ maxLength: 40, description: 'Created at or after this time, RFC 3339' })),
  sort: Type.Optional(Type.Enum([...sortOrders], { default: 'newest' })),
  next: Type.Optional(Type.String({ maxLength: 40 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
})

const lastAttempt = Type.Union(
  [
    Type.Object({
      ...attemptResult,
      tookMs: orNull(Type.Integer({ description: 'How long the attempt took; null while it runs' })),
    }),
    Type.Null(),
  ],
  { description: 'The last attempt; null before the first one' },
)

export const deliveryList = Type.Object({
  data: Type.Array(Type.Object({ ...delivery, last: lastAttempt })),
  page: Type.Object({ next: nextCursor }),
})

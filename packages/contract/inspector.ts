import type { Static, TSchema } from 'typebox'
import { stringMap, Type } from './type.ts'
import { errorReasonSchema } from './errors.ts'
import { eventTypes } from './events.ts'
import { attemptFailure, disconnectFailure, recordFailure, webhookDisabledFailure } from './failure-codes.ts'
import { limits } from './limits.ts'
import { channelId, channelName, deliveryState, recordKinds } from './resources.ts'
import { webhookEvents, type WebhookEvent } from './webhooks.ts'
import { wireProfiles } from './wire-profile.ts'

const orNull = <T extends TSchema>(type: T, description?: string) =>
  Type.Union([type, Type.Null()], description === undefined ? {} : { description })
const dateOf = (event: string) => Type.String({ description: `${event}, RFC 3339 in UTC with milliseconds` })
const sessionKey = Type.String({ minLength: 1, maxLength: 100 })

const recordedText = Type.Object({
  text: Type.String({ description: `The first ${limits.recordedTextLength} UTF-16 code units` }),
  truncated: Type.Boolean({ description: 'Whether the text was longer' }),
})
const headers = stringMap(Type.String(), { description: 'The headers; secrets are redacted' })
const bodyText = orNull(recordedText, 'The body; null without one')
const refusalReason = orNull(errorReasonSchema, 'Why the request was refused; null otherwise')
const failureReason = orNull(recordFailure, 'Why the session was disconnected, or records were dropped; null otherwise')

/** The headers, bodies and payload of a record. Secrets are redacted. */
export const recordDetail = Type.Object({
  request: orNull(
    Type.Object({
      method: Type.String({ description: 'The method of the request' }),
      url: Type.String({ description: 'The path and query of the request' }),
      headers,
      body: bodyText,
      byChannelId: Type.Optional(Type.String({ description: 'Who was signed in on the page that sent it' })),
    }),
    'The request; null for other kinds',
  ),
  response: orNull(Type.Object({ headers, body: bodyText }), 'The response; null without one'),
  payload: orNull(recordedText, 'The content of the event or message; null for other kinds'),
  reason: refusalReason,
  failure: failureReason,
})
export type RecordDetail = Static<typeof recordDetail>

const recordSummary = Type.Object({
  sender: orNull(Type.String({ description: 'The name of the sender' })),
  text: orNull(Type.String({ description: 'The message, up to 120 characters' })),
  amount: orNull(Type.Integer({ description: 'The amount of a donation, in won' })),
  reason: refusalReason,
  failure: failureReason,
})
export type InspectorRecordSummary = Static<typeof recordSummary>

export const record = Type.Object({
  position: Type.Integer({ description: 'The order in which records became readable' }),
  kind: Type.Enum([...recordKinds], {
    description:
      'What was recorded. `frame`: a message to a session; `delivery`: an attempt to send a notification; `gap`: records were dropped',
  }),
  name: Type.String({ description: '`POST /open/v1/chats/send`, `CHAT`, `SYSTEM subscribed`, `closed`' }),
  date: dateOf('When it happened'),
  traceId: orNull(Type.String({ description: 'The id of the request that caused it: `X-Request-Id` of its response' })),
  clientId: orNull(Type.String({ description: 'The application' })),
  appName: orNull(Type.String({ description: 'The name of the application' })),
  channelId: orNull(Type.String({ description: 'The channel' })),
  channelName: orNull(Type.String({ description: 'The name of the channel' })),
  sessionKey: orNull(Type.String({ description: 'The session' })),
  eventId: orNull(Type.String({ description: 'The event' })),
  status: orNull(Type.Integer({ description: 'The status of the response' })),
  tookMs: orNull(Type.Integer({ minimum: 0, description: 'Milliseconds until the response' })),
  wireProfile: orNull(
    Type.Enum([...wireProfiles], {
      description:
        'Of `SYSTEM connected`: the wire profile of the session. Of `closed`: the same, if its client left without ever subscribing, perhaps because it could not read `SYSTEM connected`. Of `silent`: the same, of a session that did not subscribe for 10 seconds. Of a request with the headers of a client of the public service: the wire profile of the application, if it is `documented`',
    }),
  ),
  fault: orNull(
    Type.String({ description: 'The fault that the fault plan injected: `delay`, `status-429`, `event-lost`' }),
  ),
  reach: orNull(
    Type.Object({
      sent: Type.Integer({ minimum: 0, description: 'Sessions that the event was sent to' }),
      reached: Type.Integer({ minimum: 0, description: 'Those of them that no fault kept it from' }),
    }),
    'The sessions of an event; null for other records, and without `summary`',
  ),
  delivery: orNull(
    Type.Object({
      deliveryId: Type.String({ description: 'The message id' }),
      endpointId: Type.String({ description: 'Equal to `clientId` for the registered webhook' }),
      endpointName: orNull(Type.String({ description: 'Null for the registered webhook and for a deleted endpoint' })),
      rewardName: orNull(Type.String({ description: 'The claimed reward; null for a test' })),
      isTest: Type.Boolean({ description: 'Whether it is a test notification' }),
      state: deliveryState,
      attempts: Type.Integer({ minimum: 0, description: 'Number of attempts so far' }),
      nextAttemptDate: orNull(dateOf('When the next attempt begins; null if none follows')),
      failure: orNull(attemptFailure, 'Why the last attempt failed; null otherwise'),
    }),
    'The current state of the notification; null for other kinds',
  ),
  summary: orNull(recordSummary, 'Who sent what; null without `summary`'),
  detail: orNull(recordDetail, 'Headers, bodies and payload; null without `full`'),
})

const searchScope = `one call searches the newest ${limits.recordsPerSearch} records between \`after\` and \`before\`, or fewer where they are long`

export const recordFilters = {
  kind: Type.Optional(Type.Enum([...recordKinds])),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: `Part of the name, case-insensitive; ${searchScope}` }),
  ),
  status: Type.Optional(
    Type.String({
      pattern: '^([1-5]([0-9][0-9]|xx)|error)$',
      description: `\`404\`, \`4xx\`, or \`error\` for 4xx, 5xx and notifications whose last attempt failed; ${searchScope}`,
    }),
  ),
  missed: Type.Optional(
    Type.Boolean({
      description: `Only events that reached no session, or no webhook, of the application if there is one; ${searchScope}`,
    }),
  ),
  channelId: Type.Optional(channelId),
  sessionKey: Type.Optional(sessionKey),
  traceId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Part of the text of the record, case-insensitive; ${searchScope}`,
    }),
  ),
  before: Type.Optional(Type.Integer({ minimum: 0, description: 'Only records before this position' })),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only records after this position' })),
  summary: Type.Optional(Type.Boolean({ description: 'Include who sent what, and why it was refused or failed' })),
  full: Type.Optional(Type.Boolean({ description: 'Include headers, bodies and payloads' })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
}

export const recordList = Type.Object({
  data: Type.Array(record),
  page: Type.Object({
    next: orNull(
      Type.Integer({
        description:
          'Send it as `before` to get older records. A search may return it with an empty list: continue with it',
      }),
    ),
    newest: orNull(
      Type.Integer({
        description: 'Send it as `after` to get newer records',
      }),
    ),
  }),
})

/** Why an event did not arrive. The first reason that applies is returned. */
export const missingEventCodes = [
  'SENT',
  'LOST_BY_FAULT',
  'NOTHING_HAPPENED',
  'RESTRICTED',
  'REFUSED_BY_CHAT_RULES',
  'REFUSED',
  'APP_LACKS_SCOPE',
  'NOT_GRANTED',
  'NEVER_CONNECTED',
  'SESSION_LIMIT_REACHED',
  'SESSION_REFUSED',
  'CONNECTED_LATER',
  'DISCONNECTED',
  'REVOKED',
  'UNSUBSCRIBED_BEFORE',
  'SUBSCRIBED_LATER',
  'SUBSCRIPTION_LIMIT_REACHED',
  'SUBSCRIPTION_REFUSED',
  'OTHER_CHANNEL',
  'OTHER_EVENT_TYPE',
  'NOT_SUBSCRIBED',
  'NOT_RECORDED',
  'NOT_NOTIFIED',
  'NO_WEBHOOK',
  'WEBHOOK_DISABLED',
  'CREATED_LATER',
  'EXCLUDED_BY_FILTER',
  'TEST_OF_OTHER_ENDPOINT',
  'ENDPOINT_DELETED',
  'WAITING',
  'EXHAUSTED',
] as const
export type MissingEventCode = (typeof missingEventCodes)[number]

/** The filters of a webhook endpoint. */
export const endpointFilters = ['CAMPAIGNS', 'VIEWERS'] as const
export type EndpointFilter = (typeof endpointFilters)[number]

export const missingEventQuery = {
  recordPosition: Type.Optional(Type.Integer({ minimum: 1, description: 'The record of the event' })),
  eventType: Type.Optional(
    Type.Enum([...eventTypes, ...(Object.keys(webhookEvents) as WebhookEvent[])], {
      description: 'Without `recordPosition`: the type of the event; `channelId` is then required',
    }),
  ),
  channelId: Type.Optional(channelId),
  at: Type.Optional(
    Type.String({ maxLength: 40, description: 'RFC 3339, default now; selects the last such event before this time' }),
  ),
  to: Type.Optional(Type.Enum(['SESSION', 'WEBHOOK'], { default: 'SESSION' })),
  sessionKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Default: any session of the application' }),
  ),
}

const verdict = {
  reason: Type.Enum([...missingEventCodes], { description: 'The first reason that applies' }),
  details: Type.Object({
    eventType: Type.String({ description: 'The type of event' }),
    channelId,
    eventDate: orNull(dateOf('When the event happened')),
    sessionKey: orNull(Type.String({ description: 'The session' })),
    date: orNull(dateOf('Since when the reason applies, or when it will')),
    disconnectedDate: orNull(dateOf('When the session was disconnected, if it was before the event')),
    recordPosition: orNull(
      Type.Integer({ description: 'The record of the refused request for the session or the subscription' }),
    ),
    scope: orNull(Type.String({ description: 'The missing scope' })),
    limit: orNull(Type.Integer({ description: 'The limit that was reached' })),
    deliveryId: orNull(Type.String({ description: 'The notification' })),
    sessionUrlExpired: orNull(Type.Boolean({ description: 'Whether the session URL can no longer be used' })),
    subscribedChannelId: orNull(channelId, 'The channel that the session was subscribed to instead'),
    subscribedChannelName: orNull(channelName, 'The name of that channel'),
    subscribedEventTypes: orNull(
      Type.Array(Type.String(), { description: 'The event types that the session was subscribed to instead' }),
    ),
    wireProfile: orNull(
      Type.Enum([...wireProfiles], {
        description:
          'The wire profile that a session had which never subscribed, perhaps because its client could not read it',
      }),
    ),
    errorReason: orNull(
      errorReasonSchema,
      'Why the request for the event, the session or the subscription was refused; null otherwise',
    ),
    failure: orNull(
      Type.Union([disconnectFailure, attemptFailure, webhookDisabledFailure]),
      'Why the session was disconnected, the last attempt failed or the webhook is disabled; null otherwise',
    ),
    failingSinceDate: orNull(
      dateOf('Since when every attempt of the endpoint fails, which delays the waiting notification'),
    ),
    fault: orNull(
      Type.String({
        description:
          'The fault that the fault plan of a sandbox injected into the event, the session, its subscription or the notification',
      }),
    ),
    filters: orNull(
      Type.Array(Type.Enum([...endpointFilters]), {
        description: 'The filters of the endpoint that exclude the event; empty if they were changed after the event',
      }),
    ),
  }),
}

export const missingEventExplanation = Type.Object({
  ...verdict,
  endpoints: Type.Array(
    Type.Object({
      endpointId: Type.String({ description: 'The id of the endpoint' }),
      name: orNull(Type.String({ description: 'The name of the endpoint; null if it was deleted' })),
      ...verdict,
    }),
    {
      description:
        'With `to=WEBHOOK`: the webhook endpoints beside the registered webhook, oldest first, then deleted ones to which the event was to be sent',
    },
  ),
})

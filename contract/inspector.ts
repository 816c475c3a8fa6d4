import { Type, type Static, type TSchema } from 'typebox'
import { errorReason } from './errors.ts'
import { eventTypes } from './events.ts'
import { attemptFailure, disconnectFailure, recordFailure, webhookDisabledFailure } from './failure-codes.ts'
import { limits } from './limits.ts'
import { channelId } from './resources.ts'
import { deliveryStates, webhookEvents, type WebhookEvent } from './webhooks.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const date = Type.String({ description: 'RFC 3339, UTC, with milliseconds' })
const sessionKey = Type.String({ minLength: 1, maxLength: 100 })

/** What the inspector shows. `gap`: so many were left out, because they came faster than they could be written. */
export const recordKinds = ['request', 'event', 'frame', 'delivery', 'gap'] as const
export type RecordKind = (typeof recordKinds)[number]

const recordedText = Type.Object({
  text: Type.String({ description: `At most ${limits.recordedTextLength} UTF-16 units of it` }),
  truncated: Type.Boolean({ description: 'Whether there was more' }),
})
const headers = Type.Record(Type.String(), Type.String())

/** What a record holds besides; every secret in it is unreadable. */
export const recordDetail = Type.Object({
  request: orNull(Type.Object({ method: Type.String(), url: Type.String(), headers, body: orNull(recordedText) })),
  answer: orNull(Type.Object({ headers, body: orNull(recordedText) })),
  payload: orNull(recordedText),
  /** Why the request was refused. */
  reason: orNull(errorReason),
  /** Why the session was disconnected, or how many records were dropped. */
  failure: orNull(recordFailure),
})
export type RecordDetail = Static<typeof recordDetail>

export const record = Type.Object({
  position: Type.Integer({ description: 'Numbers the records in the order in which they could be read' }),
  kind: Type.Enum([...recordKinds]),
  name: Type.String({ description: '`POST /open/v1/chats/send`, `CHAT`, `SYSTEM subscribed`, `closed`' }),
  date,
  traceId: orNull(Type.String({ description: 'The id of the request that caused it: `X-Request-Id` of its answer' })),
  clientId: orNull(Type.String()),
  appName: orNull(Type.String()),
  channelId: orNull(Type.String()),
  channelName: orNull(Type.String()),
  sessionKey: orNull(Type.String()),
  eventId: orNull(Type.String()),
  status: orNull(Type.Integer()),
  tookMs: orNull(count),
  /** How the notification stands now. */
  delivery: orNull(
    Type.Object({
      deliveryId: Type.String(),
      state: Type.Enum([...deliveryStates]),
      attempts: count,
      nextAttemptDate: orNull(date),
      /** Why the last attempt failed. */
      failure: orNull(attemptFailure),
    }),
  ),
  /** Null where it was not asked for, and where the application may not read it. */
  detail: orNull(recordDetail),
})

const searchScope = `looked for in the newest ${limits.recordsPerSearch} records \`before\` and \`after\` the positions asked for`

/** Which records are asked for. */
export const recordFilters = {
  kind: Type.Optional(Type.Enum([...recordKinds])),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: `Part of the name, whatever the case; ${searchScope}` }),
  ),
  status: Type.Optional(
    Type.String({ pattern: '^[1-5]([0-9][0-9]|xx)$', description: `\`404\`, or \`4xx\`; ${searchScope}` }),
  ),
  channelId: Type.Optional(channelId),
  sessionKey: Type.Optional(sessionKey),
  traceId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Stands in it, whatever the case; ${searchScope}`,
    }),
  ),
  before: Type.Optional(Type.Integer({ minimum: 0, description: 'Only records before this position' })),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only records after this position' })),
  full: Type.Optional(Type.Boolean({ description: 'With headers, bodies and payloads' })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
}

export const recordList = Type.Object({
  data: Type.Array(record),
  page: Type.Object({
    next: orNull(
      Type.Integer({
        description:
          'Ask for those `before` this, for older ones; where something is looked for, also when nothing was found',
      }),
    ),
    newest: orNull(
      Type.Integer({
        description: 'Ask for those `after` this, for newer ones; so far was looked, whatever was found',
      }),
    ),
  }),
})

/** Why something did not arrive; the first that holds is told. */
export const whyNotReasons = [
  'SENT',
  'NOTHING_HAPPENED',
  'RESTRICTED',
  'REFUSED_BY_CHAT_RULES',
  'REFUSED',
  'APP_LACKS_SCOPE',
  'NOT_GRANTED',
  'NEVER_CONNECTED',
  'SESSION_LIMIT_REACHED',
  'CONNECTED_LATER',
  'DISCONNECTED',
  'REVOKED',
  'UNSUBSCRIBED_BEFORE',
  'SUBSCRIBED_LATER',
  'SUBSCRIPTION_LIMIT_REACHED',
  'OTHER_CHANNEL',
  'OTHER_EVENT_TYPE',
  'NOT_SUBSCRIBED',
  'NOT_RECORDED',
  'NOT_NOTIFIED',
  'NO_WEBHOOK',
  'WEBHOOK_DISABLED',
  'WAITING',
  'EXHAUSTED',
] as const
export type WhyNotReason = (typeof whyNotReasons)[number]

export const whyNotQuery = {
  recordPosition: Type.Optional(Type.Integer({ minimum: 1, description: 'The event, by its record' })),
  eventType: Type.Optional(
    Type.Enum([...eventTypes, ...(Object.keys(webhookEvents) as WebhookEvent[])], {
      description: 'Or the event by kind, channel and moment',
    }),
  ),
  channelId: Type.Optional(channelId),
  at: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339; the last one until then, or until now' })),
  to: Type.Optional(Type.Enum(['SESSION', 'WEBHOOK'], { default: 'SESSION' })),
  sessionKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Without it: any session of the application' }),
  ),
}

/** The answer, in a word that pages make a sentence of, and what that sentence needs. */
export const whyNotAnswer = Type.Object({
  reason: Type.Enum([...whyNotReasons]),
  details: Type.Object({
    eventType: Type.String(),
    channelId,
    eventDate: orNull(date),
    sessionKey: orNull(Type.String()),
    /** When that came about which is the reason, or comes about. */
    date: orNull(date),
    scope: orNull(Type.String()),
    limit: orNull(Type.Integer()),
    deliveryId: orNull(Type.String()),
    /** Whether the session URL can no longer be used. */
    sessionUrlExpired: orNull(Type.Boolean()),
    /** What the session was subscribed to instead. */
    subscribedChannelId: orNull(channelId),
    subscribedEventType: orNull(Type.String()),
    /** Why a request was refused that would have made the event, the session or the subscription. */
    errorReason: orNull(errorReason),
    /** Why the session was disconnected, the last attempt failed or the webhook is DISABLED. */
    failure: orNull(Type.Union([disconnectFailure, attemptFailure, webhookDisabledFailure])),
  }),
})

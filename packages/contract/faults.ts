import type { Static } from 'typebox'
import { Type } from './type.ts'
import { eventTypes, type EventType } from './events.ts'
import { webhookEvents, type WebhookEvent } from './webhooks.ts'

const webhookEventTypes = Object.keys(webhookEvents) as WebhookEvent[]

/** The target of a fault. `pong` is the answer to the ping of a client, `upgrade` the handshake of a websocket, `stream` a second of video that arrives, `mail` a mail to a person. */
export type FaultTarget = 'request' | 'upgrade' | 'session' | 'event' | 'pong' | 'webhook' | 'stream' | 'mail'

const targets = {
  delay: 'request',
  status: 'request',
  'truncated-body': 'request',
  'slow-body': 'request',
  'connection-reset': 'request',
  'token-expired': 'request',
  'grant-revoked': 'request',
  'upgrade-refused': 'upgrade',
  'session-url-refused': 'session',
  'event-lost': 'event',
  'event-doubled': 'event',
  'event-reordered': 'event',
  'event-delayed': 'event',
  'event-unknown-fields': 'event',
  'event-unknown-type': 'event',
  'event-unknown-values': 'event',
  'event-without-profile': 'event',
  'socket-cut': 'event',
  'socket-silent': 'event',
  'gateway-restart': 'event',
  'pong-withheld': 'pong',
  'webhook-doubled': 'webhook',
  'webhook-delayed': 'webhook',
  'webhook-reordered': 'webhook',
  'webhook-wrong-signature': 'webhook',
  'webhook-unsigned': 'webhook',
  'webhook-changed-body': 'webhook',
  'webhook-old-timestamp': 'webhook',
  'webhook-reformatted': 'webhook',
  'webhook-unknown-fields': 'webhook',
  'webhook-unknown-type': 'webhook',
  'webhook-lost': 'webhook',
  'webhook-retried': 'webhook',
  'stream-cut': 'stream',
  'stream-frozen': 'stream',
  'stream-slow': 'stream',
  'stream-muted': 'stream',
  'mail-rejected': 'mail',
  'mail-delayed': 'mail',
  'mail-bounced': 'mail',
} as const satisfies Record<string, FaultTarget>
export type FaultKind = keyof typeof targets
export const faultTargets: Record<FaultKind, FaultTarget> = targets
export const faultKinds = Object.keys(targets) as FaultKind[]

type FaultEventType = EventType | 'SYSTEM' | WebhookEvent

const eventTypesOfTarget: Partial<Record<FaultTarget, readonly FaultEventType[]>> = {
  event: [...eventTypes, 'SYSTEM'],
  webhook: webhookEventTypes,
}
const eventTypesOfKind: Partial<Record<FaultKind, readonly FaultEventType[]>> = { 'event-without-profile': ['CHAT'] }

/** The types of events that each kind can happen to. Empty for what is not an event. */
export const faultEventTypes = Object.fromEntries(
  faultKinds.map((kind) => [kind, eventTypesOfKind[kind] ?? eventTypesOfTarget[targets[kind]] ?? []]),
) as Record<FaultKind, readonly FaultEventType[]>

const kindTexts = [
  'The fault. Of requests: `status`, `token-expired` and `grant-revoked` replace the response before the request has an effect; `delay`, `truncated-body`, `slow-body` and `connection-reset` change the response of a request that was carried out.',
  'Of sockets: `upgrade-refused` answers a websocket handshake with 503; `session-url-refused` answers a session URL with `auth fail`; `event-lost`, `event-doubled`, `event-delayed` and `event-reordered` (sent after the next event) change one event of one session; `event-unknown-fields` adds fields to it, `event-unknown-values` has a badge, role, donation type, currency or tier that no version of the specification has, `event-unknown-type` sends an event of an unknown name before it (with `eventType` `SYSTEM` a message of an unknown type), and `event-without-profile` sends a chat whose `profile` is null; `socket-cut` closes its connection without a disconnect packet instead of the event; `socket-silent` keeps it open and sends nothing further, no pong either; `gateway-restart` disconnects all sockets and answers 503 for `delayMs`; `pong-withheld` does not answer a ping.',
  'Of webhooks: `webhook-doubled` sends an attempt twice; `webhook-delayed` sends a notification later; `webhook-reordered` sends it after the next one of the application; `webhook-wrong-signature`, `webhook-unsigned`, `webhook-changed-body` (after signing) and `webhook-old-timestamp` (15 minutes, signed) send an attempt that the receiver must reject; `webhook-reformatted` (other JSON text of the same content), `webhook-unknown-fields` and `webhook-unknown-type` (`future_event`) send a signed one that it must accept; `webhook-lost` sends nothing, and the attempt fails; `webhook-retried` ignores the responses to a notification until its last attempt.',
  'Of the video of a live, for `delayMs`: `stream-cut` breaks the connection of the page or encoder, `stream-slow` takes its packets at half the speed, `stream-frozen` takes no frames and `stream-muted` no sound.',
  'Of mails: `mail-rejected` refuses a mail for good, `mail-bounced` takes it and cannot deliver it, and `mail-delayed` takes it later',
]

const date = Type.String({ maxLength: 40 })

/** The kinds after which a session does not get the event they happened to. */
export const losingFaultKinds: ReadonlySet<string> = new Set<FaultKind>([
  'event-lost',
  'socket-cut',
  'socket-silent',
  'gateway-restart',
])

/** The kinds that end a session, or after which its client ends it. */
export const endingFaultKinds: ReadonlySet<string> = new Set<FaultKind>([
  'session-url-refused',
  'socket-cut',
  'socket-silent',
  'gateway-restart',
  'pong-withheld',
])

/** The kinds that need `delayMs`. */
export const delayedFaultKinds: ReadonlySet<FaultKind> = new Set([
  'delay',
  'slow-body',
  'event-delayed',
  'gateway-restart',
  'webhook-delayed',
  'stream-cut',
  'stream-frozen',
  'stream-slow',
  'stream-muted',
  'mail-delayed',
])

/** When a rule applies, to which requests, and what the client gets instead. */
export const faultRule = Type.Object({
  kind: Type.Enum([...faultKinds], { description: kindTexts.join(' ') }),
  operation: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only this operation, as `chat.sendMessage`' }),
  ),
  scope: Type.Optional(Type.String({ maxLength: 100, description: 'Only operations that need this scope' })),
  clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only this application' })),
  eventType: Type.Optional(
    Type.Enum([...eventTypes, 'SYSTEM', ...webhookEventTypes], {
      description:
        'Only events of this type. Of sockets `CHAT`, `DONATION`, `SUBSCRIPTION` or `SYSTEM`, by default all but `SYSTEM`; of webhooks `drop_reward_claim`',
    }),
  ),
  endpoint: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Only webhooks whose URL begins with this' }),
  ),
  nth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Only the nth match, and later ones if `count` is set',
    }),
  ),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'The share of the matches, drawn with `seed`' }),
  ),
  from: Type.Optional(Type.String({ ...date, description: "RFC 3339; only from this time of the platform's clock" })),
  to: Type.Optional(Type.String({ ...date, description: "RFC 3339; only before this time of the platform's clock" })),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How often at most; with `nth` 1 by default' }),
  ),
  status: Type.Optional(Type.Enum([400, 401, 403, 429, 500, 503], { description: 'Of `status`, which needs it' })),
  retryAfterSec: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 3_600, description: 'Of `status` 429 and 503; 1 by default' }),
  ),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600_000,
      description:
        'Of `delay`, `slow-body` (between its eight parts), `event-delayed`, `gateway-restart`, `webhook-delayed`, `mail-delayed` and those of videos, which need it; wall-clock time, but of `webhook-delayed` and `mail-delayed` the time of the platform',
    }),
  ),
})
export type FaultRule = Static<typeof faultRule>

export const faultPlan = {
  seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
  rules: Type.Array(faultRule, { minItems: 1, maxItems: 50, description: 'The first rule that applies is injected' }),
}

const plan = (rules: FaultRule[]) => ({ seed: 17, rules })

/** Plans with a name. */
export const faultPresets = {
  'bad-evening': plan([
    { kind: 'status', status: 503, probability: 0.05 },
    { kind: 'delay', delayMs: 2_000, probability: 0.1 },
    { kind: 'connection-reset', probability: 0.02 },
    { kind: 'session-url-refused', probability: 0.1 },
    { kind: 'event-lost', eventType: 'CHAT', probability: 0.02 },
    { kind: 'event-doubled', eventType: 'CHAT', probability: 0.02 },
    { kind: 'event-reordered', eventType: 'CHAT', probability: 0.02 },
    { kind: 'event-delayed', eventType: 'CHAT', delayMs: 3_000, probability: 0.02 },
    { kind: 'socket-cut', probability: 0.005 },
    { kind: 'webhook-doubled', probability: 0.2 },
    { kind: 'webhook-retried', probability: 0.1 },
  ]),
  'deploy-in-the-middle': plan([
    { kind: 'gateway-restart', nth: 5, delayMs: 5_000 },
    { kind: 'upgrade-refused', count: 2 },
    { kind: 'status', status: 503, retryAfterSec: 2, nth: 10, count: 5 },
    { kind: 'connection-reset', nth: 20, count: 2 },
  ]),
  'rate-limited': plan([
    { kind: 'status', status: 429, retryAfterSec: 2, nth: 3, count: 3 },
    { kind: 'status', status: 429, retryAfterSec: 5, probability: 0.2 },
  ]),
  'webhook-storm': plan([
    { kind: 'webhook-retried', nth: 1 },
    { kind: 'webhook-wrong-signature', probability: 0.1 },
    { kind: 'webhook-old-timestamp', probability: 0.1 },
    { kind: 'webhook-doubled', probability: 0.3 },
    { kind: 'webhook-reordered', probability: 0.3 },
    { kind: 'webhook-delayed', delayMs: 60_000, probability: 0.2 },
  ]),
} satisfies Record<string, { seed: number; rules: FaultRule[] }>
export type FaultPreset = keyof typeof faultPresets
export const faultPresetNames = Object.keys(faultPresets) as FaultPreset[]

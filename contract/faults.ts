import { Type, type Static } from 'typebox'

export const faultKinds = [
  'delay',
  'status',
  'truncated-body',
  'slow-body',
  'connection-reset',
  'token-expired',
] as const
export type FaultKind = (typeof faultKinds)[number]

const date = Type.String({ maxLength: 40 })

/** When a rule applies, to which requests, and what the client gets instead. */
export const faultRule = Type.Object({
  kind: Type.Enum([...faultKinds], {
    description:
      'The fault. `status` and `token-expired` replace the response before the request has an effect; the others change the response of a request that was carried out',
  }),
  operation: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only this operation, as `chat.sendMessage`' }),
  ),
  scope: Type.Optional(Type.String({ maxLength: 100, description: 'Only operations that need this scope' })),
  clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only this application' })),
  nth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Only the nth matching request, and later ones if `count` is set',
    }),
  ),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'The share of the matching requests, drawn with `seed`' }),
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
      maximum: 60_000,
      description: 'Of `delay`, and between the eight parts of a `slow-body`, which need it; wall-clock time',
    }),
  ),
})
export type FaultRule = Static<typeof faultRule>

export const faultPlan = {
  seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
  rules: Type.Array(faultRule, { minItems: 1, maxItems: 50, description: 'The first rule that applies is injected' }),
}

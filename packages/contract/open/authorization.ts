import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { tokenSet } from '../resources.ts'

const text = Type.String({ minLength: 1, maxLength: 2000 })

/** Issue and refresh share this path; `grantType` selects one. Specification, "Authorization". */
export const issueToken = endpoint({
  method: 'POST',
  path: '/auth/v1/token',
  summary: 'Exchange an authorization code or a refresh token for a token set',
  auth: { kind: 'none' },
  acceptsClientHeaders: true,
  body: Type.Object({
    grantType: Type.Enum(['authorization_code', 'refresh_token']),
    clientId: text,
    clientSecret: text,
    code: Type.Optional(text),
    state: Type.Optional(text),
    refreshToken: Type.Optional(text),
  }),
  errors: {
    badInput: 'also when a value that grantType requires is missing',
  },
  isSecret: true,
  content: tokenSet,
})

export const revokeToken = endpoint({
  method: 'POST',
  path: '/auth/v1/token/revoke',
  aliases: ['/auth/v1/revoke'],
  summary: 'Revoke every token of the same application and user',
  auth: { kind: 'none' },
  acceptsClientHeaders: true,
  body: Type.Object({
    clientId: text,
    clientSecret: text,
    token: text,
    tokenTypeHint: Type.Optional(Type.Enum(['access_token', 'refresh_token'])),
  }),
  content: Type.Null(),
})

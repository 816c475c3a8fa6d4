import { Type } from '../type.ts'

export const password = Type.String({ maxLength: 1_000 })
export const code = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'A code of the authenticator app, or a recovery code: required with two-step verification',
  }),
)
/** The fields with which the caller proves to be the owner of the account. An account without a password has none. */
export const ownPassword = { password: Type.Optional(password), code }
export const wrongPassword = {
  badInput: 'also when the password or the code is wrong',
  forbidden: 'the account has no password, and the caller last confirmed who they are more than 10 minutes ago',
  tooManyRequests: 'too many wrong passwords or codes',
}

export const credentialText = Type.String({
  maxLength: 20_000,
  description: 'The credential of the browser, in the JSON of WebAuthn',
})

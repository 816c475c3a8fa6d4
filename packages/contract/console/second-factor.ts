import { stringMap, Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { countedText } from '../resources.ts'
import { credentialText, ownPassword, wrongPassword } from './own-password.ts'

const recoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each signs in once in place of a code. They are not shown again',
  }),
})
const passkeyOptions = Type.Object({
  options: stringMap(Type.Unknown(), {
    description: 'For navigator.credentials of the browser, in the JSON of WebAuthn',
  }),
})
const forbidden = 'also when the account has a second factor that this session has not proven'
const noPasskeys = 'the address of the site is not one for which browsers keep passkeys'

export const createAuthenticator = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/authenticator',
  summary: 'Get a secret for an authenticator app, which replaces one that was not confirmed',
  isSecret: true,
  needsRecentPassword: true,
  errors: { badInput: 'two-step verification is on', forbidden },
  content: Type.Object({
    secret: Type.String({ description: 'In base32' }),
    uri: Type.String({ description: 'The otpauth URI for a QR code' }),
  }),
})

export const confirmAuthenticator = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/authenticator/confirmation',
  summary: 'Turn on two-step verification with a code of the authenticator app',
  isSecret: true,
  needsRecentPassword: true,
  body: Type.Object({ code: Type.String({ maxLength: 100 }) }),
  errors: { badInput: 'also when the code is wrong, or there is no authenticator to confirm', forbidden },
  content: recoveryCodes,
})

export const removeAuthenticator = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/authenticator/removal',
  summary: 'Turn off two-step verification; the recovery codes end',
  body: Type.Object(ownPassword),
  errors: wrongPassword,
  content: Type.Null(),
})

export const renewRecoveryCodes = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/recovery-codes',
  summary: 'Get new recovery codes; the earlier ones end',
  isSecret: true,
  needsRecentPassword: true,
  errors: { badInput: 'two-step verification is off', forbidden },
  content: recoveryCodes,
})

export const createPasskeyOptions = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/passkeys/options',
  summary: 'Get what a browser needs to create a passkey, once and within 10 minutes',
  needsRecentPassword: true,
  errors: { badInput: noPasskeys, forbidden },
  content: passkeyOptions,
})

export const addPasskey = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/passkeys',
  summary: 'Add a passkey, which signs in without the password',
  needsRecentPassword: true,
  body: Type.Object({
    name: countedText(limits.channelNameLength, { minLength: 1, maxLength: 200 }),
    credential: credentialText,
  }),
  errors: {
    badInput: 'also when the passkey is invalid or not the answer to the options, or the account has too many',
    forbidden,
  },
  content: Type.Object({ passkeyId: Type.String() }),
})

export const removePasskey = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/account/passkeys/{passkeyId}',
  summary: 'Remove a passkey: it no longer signs in',
  needsRecentPassword: true,
  pathParams: Type.Object({
    passkeyId: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
  }),
  errors: { notFound: 'the account has no such passkey', forbidden },
  content: Type.Null(),
})

export const createPasskeyCheck = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/passkey-check/options',
  summary: 'Get what a browser needs to use a passkey in place of the password, once and within 10 minutes',
  errors: { badInput: noPasskeys },
  content: passkeyOptions,
})

export const verifyPasskey = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/passkey-check',
  summary:
    'Use a passkey in place of the password: for 10 minutes, this session may use endpoints that need a recent password',
  body: Type.Object({ credential: credentialText }),
  errors: {
    badInput: 'also when the passkey is not one of the account, or not the answer to the options',
    tooManyRequests: 'too many wrong answers',
  },
  content: Type.Null(),
})

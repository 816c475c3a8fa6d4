import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { code } from './own-password.ts'

const pathParams = Type.Object({ providerId: Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' }) })
const content = Type.Object({
  url: Type.String({
    description: 'The page of the provider, to which the browser of the caller goes within 10 minutes',
  }),
})
const forbidden = 'also when the account has a second factor that this session has not proven'
const notFound = 'the site has no such provider'
const unavailable = 'the provider does not respond'

export const startLink = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/providers/{providerId}',
  summary:
    'Link the account to one at a provider, with which the caller then signs in: the person signs in there first',
  needsRecentPassword: true,
  pathParams,
  errors: {
    badInput: 'also when the account is linked to the provider',
    forbidden,
    notFound,
    tooManyRequests: 'too many from this network',
    unavailable,
  },
  content,
})

export const unlinkProvider = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/account/providers/{providerId}',
  summary: 'Unlink the account from a provider: it no longer signs in',
  needsRecentPassword: true,
  pathParams,
  errors: {
    badInput: 'also when nothing else signs in to the account',
    forbidden,
    notFound: `the account is not linked to the provider, or ${notFound}`,
  },
  content: Type.Null(),
})

export const startConfirmation = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/account/provider-check/{providerId}',
  summary:
    'Sign in again at a provider in place of a password, which the account does not have: for 10 minutes, this session may then use endpoints that need a recent password',
  pathParams,
  body: Type.Object({ code }),
  errors: {
    badInput:
      'also when the account has a password or is not linked to the provider, the provider cannot show that a person signed in again, or the code is wrong',
    notFound,
    tooManyRequests: 'too many from this network, or too many wrong codes',
    unavailable,
  },
  content,
})

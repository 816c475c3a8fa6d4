import { endpoint } from '../endpoint.ts'
import { user } from '../resources.ts'
import { scopes } from '../scopes.ts'

export const getMe = endpoint({
  method: 'GET',
  path: '/open/v1/users/me',
  summary: "The logged-in user's channel",
  auth: { kind: 'token', scope: scopes.user },
  content: user,
})

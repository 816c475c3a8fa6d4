import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { channelId, channelName } from '../resources.ts'
import { scopes } from '../scopes.ts'

/** Specification, "User". Gap 8: `nickname` is not in the specification, but clients read it. */
export const getMe = endpoint({
  method: 'GET',
  path: '/open/v1/users/me',
  summary: 'Get the channel of the user',
  auth: { kind: 'token', scope: scopes.user },
  content: Type.Object({
    channelId,
    channelName,
    nickname: Type.String({ description: 'The same as `channelName`, under the name that some clients read' }),
  }),
})

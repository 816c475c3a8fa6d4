import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { subscribedEvent } from '../events.ts'
import { channelId, channelName, utcDateOf } from '../resources.ts'

const clientId = Type.String({ minLength: 1, maxLength: 100, description: 'The application of the session' })
const sessionKey = Type.String({ description: 'The id of the session' })

export const listSessions = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/sessions',
  summary: 'List connected sessions, newest first; up to 200',
  query: Type.Object({ clientId: Type.Optional(clientId) }),
  errors: {
    notFound: 'no such application',
  },
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        sessionKey,
        clientId,
        appName: Type.String({ description: 'The name of the application' }),
        owner: Type.Union([Type.Object({ channelId, channelName }), Type.Null()], {
          description: 'The user of the session; null for an application session',
        }),
        connectedDate: utcDateOf('When the session was connected'),
        subscribedEvents: Type.Array(subscribedEvent, { description: 'The subscriptions of the session' }),
      }),
    ),
  }),
})

export const disconnectSession = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/sessions/{sessionKey}/disconnect',
  summary: 'Disconnect a session',
  pathParams: Type.Object({ sessionKey: Type.String({ ...sessionKey, minLength: 1, maxLength: 100 }) }),
  errors: {
    notFound: 'no such session',
  },
  content: Type.Null(),
})

import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { eventTypes } from '../events.ts'
import { channelId, utcDate } from '../resources.ts'

const clientId = Type.String({ minLength: 1, maxLength: 100 })

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
        sessionKey: Type.String(),
        clientId,
        appName: Type.String(),
        owner: Type.Union([Type.Object({ channelId, channelName: Type.String() }), Type.Null()], {
          description: 'The user of the session; null for an application session',
        }),
        connectedDate: utcDate,
        subscribedEvents: Type.Array(Type.Object({ eventType: Type.Enum([...eventTypes]), channelId })),
      }),
    ),
  }),
})

export const disconnectSession = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/sessions/{sessionKey}/disconnect',
  summary: 'Disconnect a session',
  pathParams: Type.Object({ sessionKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: {
    notFound: 'no such session',
  },
  content: Type.Null(),
})

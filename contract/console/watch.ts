import { Type, type TSchema } from 'typebox'
import { visitorEndpoint } from '../endpoint.ts'
import { listLives as openListLives } from '../open/live.ts'
import { channelId } from '../resources.ts'
import { channelState, chatEntry, viewerStatus } from './watch-events.ts'

const pathParams = Type.Object({ channelId })
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const getVisitor = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/visitor',
  summary: 'Who is signed in here; null for a guest',
  content: Type.Object({ visitor: orNull(Type.Object({ channelId, channelName: Type.String() })) }),
})

export const listLives = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives',
  summary: 'Who is on the air, most viewers first',
  query: openListLives.query,
  content: openListLives.content,
})

/** Read again when a viewer's socket says so, and when it has come back: what was missed stands in `recent`. */
export const getChannel = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}',
  summary: 'A channel as its viewers see it, with the latest of its chat, and who one is there',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({
    channelId,
    channelName: Type.String(),
    channelImageUrl: orNull(Type.String()),
    verifiedMark: Type.Boolean(),
    state: channelState,
    recent: Type.Array(chatEntry, {
      description: 'The 50 latest messages that can be seen, and the support among them',
    }),
    emoticons: Type.Record(Type.String(), Type.String(), {
      description: 'What `{:id:}` in a message stands for, by id',
    }),
    self: orNull(viewerStatus),
  }),
})

export const getViewerStatus = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/viewer-status',
  summary: 'Who one is in a channel, and whether one may speak there; null for a guest',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ self: orNull(viewerStatus) }),
})

/** The socket that the URL opens is the presence of a viewer: while it is open they are counted. */
export const createViewerUrl = visitorEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/viewer',
  summary: "The URL of a viewer's socket, good for 30 seconds",
  pathParams,
  body: Type.Object({
    guestId: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{32}$',
        description: 'What a guest’s browser made up for itself, so that all its windows count as one viewer',
      }),
    ),
  }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ url: Type.String() }),
})

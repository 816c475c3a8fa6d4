import type { TSchema } from 'typebox'
import { stringMap, Type } from '../type.ts'
import { visitorEndpoint } from '../endpoint.ts'
import { listLives as openListLives } from '../open/live.ts'
import { channelId, cursorList } from '../resources.ts'
import { channelState, chatEntry, viewerStatus } from './watch-events.ts'

const pathParams = Type.Object({ channelId })
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const getVisitor = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/visitor',
  summary: 'Get the signed-in person; null for a guest',
  content: Type.Object({ visitor: orNull(Type.Object({ channelId, channelName: Type.String() })) }),
})

export const listLives = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/lives',
  summary: 'List live channels, most viewers first',
  query: openListLives.query,
  content: cursorList(
    Type.Object({
      ...openListLives.content.properties.data.items.properties,
      liveCategoryEnglishName: orNull(Type.String({ description: 'The name of the category in English' })),
    }),
  ),
})

/** The page requests it again after RESYNC and after a reconnect; `recent` contains the missed entries. */
export const getChannel = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}',
  summary: "Get a channel as viewers see it, with its latest chat messages and the caller's status",
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
      description: 'The latest 50 visible messages, donations and subscriptions',
    }),
    emoticons: stringMap(Type.String(), {
      description: 'Image addresses of the emoticons `{:id:}`, by id',
    }),
    self: orNull(viewerStatus),
  }),
})

export const getViewerStatus = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/viewer-status',
  summary: "Get the caller's status in a channel and whether they can chat; null for a guest",
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ self: orNull(viewerStatus) }),
})

/** A viewer is counted while the socket of this URL is open. */
export const createViewerUrl = visitorEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/viewer',
  summary: "Create a URL for a viewer's socket, valid for 30 seconds",
  pathParams,
  body: Type.Object({
    guestId: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{32}$',
        description: 'A random id of the guest’s browser, so that all its windows count as one viewer',
      }),
    ),
  }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ url: Type.String() }),
})

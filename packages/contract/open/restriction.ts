import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelIdOf, chatChannelId, cursorList, displayDateOf, requestedCursor } from '../resources.ts'
import { scopes } from '../scopes.ts'

const targetChannelId = channelIdOf('The channel of the viewer')
const target = Type.Object({ targetChannelId })
const targetInChat = Type.Object({ targetChannelId, chatChannelId })
const writeAuth = { kind: 'token', scope: scopes.restrictionWrite } as const

export const restrict = endpoint({
  method: 'POST',
  path: '/open/v1/restrict-channels',
  summary: "Restrict a viewer in the user's channel until the viewer is released",
  auth: writeAuth,
  body: target,
  errors: {
    badInput: 'also when the user does not exist, is the streamer or a manager, or is already restricted',
  },
  content: Type.Null(),
})

export const release = endpoint({
  method: 'DELETE',
  path: '/open/v1/restrict-channels',
  summary: "Release a restricted viewer in the user's channel",
  auth: writeAuth,
  body: target,
  errors: { badInput: 'also when the user does not exist or is not restricted' },
  content: Type.Null(),
})

/** Newest first. The values are read from the query, else the JSON body. Gap 30. */
export const listRestricted = endpoint({
  method: 'GET',
  path: '/open/v1/restrict-channels',
  summary: "List the restricted viewers of the user's channel",
  auth: { kind: 'token', scope: scopes.restrictionRead },
  parameters: Type.Object({
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.restrictionListSize, description: 'Entries per page' }),
    ),
    next: Type.Optional(Type.String(requestedCursor)),
  }),
  content: cursorList(
    Type.Object({
      restrictedChannelId: channelIdOf('The channel of the restricted viewer'),
      restrictedChannelName: Type.String({ description: 'The name of that channel' }),
      createdDate: displayDateOf('When the viewer was restricted'),
      // Gap 31.
      releaseDate: Type.Union([
        displayDateOf('When the restriction ends', '; null: when the viewer is released'),
        Type.Null(),
      ]),
    }),
  ),
})

/** Allowed for the streamer and for channel and chat managers. Gap 50. */
export const restrictTemporarily = endpoint({
  method: 'POST',
  path: '/open/v1/temporary-restrict-channels',
  summary: 'Restrict a viewer in a chat for one minute and hide their messages',
  auth: writeAuth,
  body: targetInChat,
  errors: {
    forbidden: 'also when the caller is neither the streamer nor a manager of the chat',
    badInput: 'also when the user does not exist, is the streamer or a manager, or is already temporarily restricted',
  },
  content: Type.Null(),
})

export const releaseTemporarily = endpoint({
  method: 'DELETE',
  path: '/open/v1/temporary-restrict-channels',
  summary: 'Release a temporarily restricted viewer before the minute ends',
  auth: writeAuth,
  body: targetInChat,
  errors: {
    forbidden: 'also when the caller is neither the streamer nor a manager of the chat',
    badInput: 'also when the user does not exist or is not temporarily restricted',
  },
  content: Type.Null(),
})

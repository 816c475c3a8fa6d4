import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, chatChannelId, displayDate, cursorList } from '../resources.ts'
import { scopes } from '../scopes.ts'

const target = Type.Object({ targetChannelId: channelId })
const targetInChat = Type.Object({ targetChannelId: channelId, chatChannelId })
const writeAuth = { kind: 'token', scope: scopes.restrictionWrite } as const

export const restrict = endpoint({
  method: 'POST',
  path: '/open/v1/restrict-channels',
  summary: "Restrict a viewer in the user's own channel until they are released",
  auth: writeAuth,
  body: target,
  errors: {
    badInput: 'also when there is no such user, when they are the streamer or a manager, or restricted already',
  },
  content: Type.Null(),
})

export const release = endpoint({
  method: 'DELETE',
  path: '/open/v1/restrict-channels',
  summary: "Release a viewer who is restricted in the user's own channel",
  auth: writeAuth,
  body: target,
  errors: { badInput: 'also when there is no such user, or they are not restricted' },
  content: Type.Null(),
})

/** Newest first. The values are read from the query, else the JSON body. Gap 30. */
export const listRestricted = endpoint({
  method: 'GET',
  path: '/open/v1/restrict-channels',
  summary: "Who is restricted in the user's own channel",
  auth: { kind: 'token', scope: scopes.restrictionRead },
  parameters: Type.Object({
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.restrictionListSize })),
    next: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  content: cursorList(
    Type.Object({
      restrictedChannelId: channelId,
      restrictedChannelName: Type.String(),
      createdDate: displayDate,
      releaseDate: Type.Union([displayDate, Type.Null()], { description: 'null: until released. Gap 31' }),
    }),
  ),
})

/** A streamer in their own chat, and its channel and chat managers. Gap 50. */
export const restrictTemporarily = endpoint({
  method: 'POST',
  path: '/open/v1/temporary-restrict-channels',
  summary: 'Keep a viewer out of a chat for a minute, and hide what they said there',
  auth: writeAuth,
  body: targetInChat,
  errors: {
    forbidden: 'also when the caller is neither the streamer nor a manager of that chat',
    badInput:
      'also when there is no such user, when they are the streamer or a manager, or temporarily restricted already',
  },
  content: Type.Null(),
})

export const releaseTemporarily = endpoint({
  method: 'DELETE',
  path: '/open/v1/temporary-restrict-channels',
  summary: 'Let a viewer back into a chat before the minute is over',
  auth: writeAuth,
  body: targetInChat,
  errors: {
    forbidden: 'also when the caller is neither the streamer nor a manager of that chat',
    badInput: 'also when there is no such user, or they are not temporarily restricted',
  },
  content: Type.Null(),
})

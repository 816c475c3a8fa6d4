import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { putNotice as openNotice } from '../open/chat.ts'
import { listRestricted as openList } from '../open/restriction.ts'
import { channelId, cursorList, managerRole, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const managerParams = Type.Object({ managerChannelId: channelId })
const targetParams = Type.Object({ channelId, targetChannelId: channelId })

export const listManagers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/managers',
  summary: "Who has a role in one's own channel, the longest first",
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        managerChannelId: channelId,
        managerChannelName: Type.String(),
        userRole: managerRole,
        createdDate: utcDate,
      }),
    ),
  }),
})

export const putManager = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/managers/{managerChannelId}',
  summary: "Give someone a role in one's own channel, or another one",
  pathParams: managerParams,
  body: Type.Object({ userRole: managerRole }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const deleteManager = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/managers/{managerChannelId}',
  summary: "End someone's role in one's own channel",
  pathParams: managerParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

/** For those who keep order in the channel: its streamer, channel and chat managers. */
const moderatorErrors = { forbidden: 'also when one keeps no order in that channel', notFound: 'no such channel' }

export const listRestricted = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/restrictions',
  summary: 'Who is restricted in a channel, newest first',
  pathParams: Type.Object({ channelId }),
  query: openList.parameters,
  errors: moderatorErrors,
  content: cursorList(
    Type.Object({ restrictedChannelId: channelId, restrictedChannelName: Type.String(), createdDate: utcDate }),
  ),
})

export const restrictTemporarily = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/temporary-restrictions/{targetChannelId}',
  summary: "Keep a viewer out of a channel's chat for a minute, and hide what they said there",
  pathParams: targetParams,
  errors: {
    forbidden: 'also when one keeps no order in that channel',
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const releaseTemporarily = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/temporary-restrictions/{targetChannelId}',
  summary: 'Let a viewer back into a chat before the minute is over',
  pathParams: targetParams,
  errors: {
    forbidden: 'also when one keeps no order in that channel',
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const restrict = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/restrictions/{targetChannelId}',
  summary: 'Restrict a viewer in a channel until they are released',
  pathParams: targetParams,
  errors: moderatorErrors,
  content: Type.Null(),
})

export const release = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/restrictions/{targetChannelId}',
  summary: 'Release a viewer who is restricted in a channel',
  pathParams: targetParams,
  errors: moderatorErrors,
  content: Type.Null(),
})

export const hideMessage = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/chat/{messageId}',
  summary: 'Hide a message of a chat; only the streamer hides what the streamer said',
  pathParams: Type.Object({ channelId, messageId: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: { ...moderatorErrors, notFound: 'no such channel, or no such message in its chat' },
  content: Type.Null(),
})

export const getNotice = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/notice',
  summary: "The notice of a channel's chat",
  pathParams: Type.Object({ channelId }),
  errors: { notFound: 'no such channel' },
  content: Type.Object({ notice: orNull(Type.Object({ message: Type.String(), createdDate: utcDate })) }),
})

export const putNotice = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/notice',
  summary: "Register a notice in a channel's chat: a new text, or a message that was sent",
  pathParams: Type.Object({ channelId }),
  body: openNotice.body,
  errors: { ...moderatorErrors, notFound: 'no such channel, or no such message in its chat' },
  content: Type.Null(),
})

export const deleteNotice = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/notice',
  summary: "Take the notice of a channel's chat away",
  pathParams: Type.Object({ channelId }),
  errors: moderatorErrors,
  content: Type.Null(),
})

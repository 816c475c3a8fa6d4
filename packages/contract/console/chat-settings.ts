import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { updateSettings, getSettings } from '../open/chat.ts'
import { moderatorErrors } from '../moderator-errors.ts'
import { channelId } from '../resources.ts'

const pathParams = Type.Object({ channelId })

export const getChatSettings = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/chat/settings',
  summary: 'Get the chat settings of a channel, for its moderators',
  pathParams,
  errors: moderatorErrors,
  content: getSettings.content,
})

export const updateChatSettings = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/channels/{channelId}/chat/settings',
  summary: 'Update the chat settings of a channel, for its moderators; omitted fields keep their value',
  pathParams,
  body: updateSettings.body,
  errors: moderatorErrors,
  content: Type.Null(),
})

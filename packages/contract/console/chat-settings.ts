import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { updateSettings, getSettings } from '../open/chat.ts'

export const getChatSettings = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/chat/settings',
  summary: "Get the chat settings of the caller's channel",
  content: getSettings.content,
})

export const updateChatSettings = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/chat/settings',
  summary: "Update the chat settings of the caller's channel; omitted fields keep their value",
  body: updateSettings.body,
  content: Type.Null(),
})

import { Type } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { updateSettings, getSettings } from '../open/chat.ts'

export const getChatSettings = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/chat/settings',
  summary: "The chat settings of one's own channel",
  content: getSettings.content,
})

export const updateChatSettings = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/chat/settings',
  summary: "Change the chat settings of one's own channel: what is sent, and nothing else",
  body: updateSettings.body,
  content: Type.Null(),
})

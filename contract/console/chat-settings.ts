import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { updateSettings, getSettings } from '../open/chat.ts'

const auth = { kind: 'session' } as const
const exposesReason = true

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/console/v1/chat/settings',
  summary: "The chat settings of one's own channel",
  auth,
  exposesReason: exposesReason,
  content: getSettings.content,
})

export const updateChatSettings = endpoint({
  method: 'PATCH',
  path: '/console/v1/chat/settings',
  summary: "Change the chat settings of one's own channel: what is sent, and nothing else",
  auth,
  exposesReason: exposesReason,
  body: updateSettings.body,
  content: Type.Null(),
})

import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { changeSettings, readSettings } from '../endpoints/chat.ts'

const auth = { kind: 'session' } as const
const namesTheField = true

export const readChatSettings = endpoint({
  method: 'GET',
  path: '/console/v1/chat/settings',
  summary: "The chat settings of one's own channel",
  auth,
  namesTheField,
  content: readSettings.content,
})

export const changeChatSettings = endpoint({
  method: 'PATCH',
  path: '/console/v1/chat/settings',
  summary: "Change the chat settings of one's own channel: what is sent, and nothing else",
  auth,
  namesTheField,
  body: changeSettings.body,
  content: Type.Null(),
})

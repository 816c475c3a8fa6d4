import { Type, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { changeSettings, readSettings } from '../endpoints/chat.ts'
import { utcDate } from '../resources.ts'

const auth = { kind: 'session' } as const
const namesTheField = true
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

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

export const readNotice = endpoint({
  method: 'GET',
  path: '/console/v1/chat/notice',
  summary: "The notice in one's own chat",
  auth,
  namesTheField,
  content: Type.Object({ notice: orNull(Type.Object({ message: Type.String(), createdDate: utcDate })) }),
})

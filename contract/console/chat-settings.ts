import { Type, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { changeSettings, readSettings } from '../endpoints/chat.ts'
import { messageText, utcDate } from '../resources.ts'

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

export const putNotice = endpoint({
  method: 'PUT',
  path: '/console/v1/chat/notice',
  summary: "Put a notice up in one's own chat, in the place of the one there is",
  auth,
  namesTheField,
  body: Type.Object({ message: messageText }),
  content: Type.Null(),
})

/** The open interface puts notices up and takes none down. Gap 136. */
export const removeNotice = endpoint({
  method: 'DELETE',
  path: '/console/v1/chat/notice',
  summary: "Take the notice in one's own chat down; also where there is none",
  auth,
  namesTheField,
  content: Type.Null(),
})

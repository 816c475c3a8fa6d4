import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { messageText } from '../resources.ts'
import { scopes } from '../scopes.ts'

export const sendMessage = endpoint({
  method: 'POST',
  path: '/open/v1/chats/send',
  summary: "Write a message into the chat of the user's own channel",
  auth: { kind: 'token', scope: scopes.chatWrite },
  body: Type.Object({ message: messageText }),
  content: Type.Object({ messageId: Type.String() }),
})

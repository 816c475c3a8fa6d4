import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { channelId, messageText } from '../resources.ts'

export const chat = endpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/chat',
  summary: "A person writes into a channel's chat; the channel's chat rules apply",
  auth: { kind: 'none' },
  namesTheField: true,
  body: Type.Object({ channelId, byChannelId: channelId, message: messageText }),
  content: Type.Object({ messageId: Type.String() }),
})

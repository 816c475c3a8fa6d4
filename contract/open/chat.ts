import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, chatChannelId, messageText } from '../resources.ts'
import { scopes } from '../scopes.ts'

export const sendMessage = endpoint({
  method: 'POST',
  path: '/open/v1/chats/send',
  summary: "Send a message to the chat of the user's channel",
  auth: { kind: 'token', scope: scopes.chatWrite },
  body: Type.Object({ message: messageText }),
  content: Type.Object({ messageId: Type.String() }),
})

/** Exactly one of `message` and `messageId` is required. Gap 52. */
export const putNotice = endpoint({
  method: 'POST',
  path: '/open/v1/chats/notice',
  summary: "Set the notice of the user's chat: a new text, or a message that was sent",
  auth: { kind: 'token', scope: scopes.chatNotice },
  body: Type.Object({
    message: Type.Optional(messageText),
    messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  errors: {
    badInput: 'also when neither or both are sent',
    notFound: 'no such message in this chat',
  },
  content: Type.Null(),
})

const chatAvailableCondition = Type.Enum(['NONE', 'REAL_NAME'])
const chatAvailableGroup = Type.Enum(['ALL', 'FOLLOWER', 'MANAGER', 'SUBSCRIBER'])

/** Specification, "Chat settings". */
const chatSettings = Type.Object({
  chatAvailableCondition,
  chatAvailableGroup,
  minFollowerMinute: Type.Integer(),
  allowSubscriberInFollowerMode: Type.Boolean(),
  chatSlowModeSec: Type.Integer(),
  chatEmojiMode: Type.Boolean(),
})

export const getSettings = endpoint({
  method: 'GET',
  path: '/open/v1/chats/settings',
  summary: "Get the chat settings of the user's channel",
  auth: { kind: 'token', scope: scopes.chatSettingsRead },
  content: chatSettings,
})

/** A field that is omitted or null keeps its value. Gap 28. */
export const updateSettings = endpoint({
  method: 'PUT',
  path: '/open/v1/chats/settings',
  summary: "Update the chat settings of the user's channel",
  auth: { kind: 'token', scope: scopes.chatSettingsWrite },
  body: Type.Object({
    chatAvailableCondition: Type.Optional(chatAvailableCondition),
    chatAvailableGroup: Type.Optional(chatAvailableGroup),
    minFollowerMinute: Type.Optional(Type.Enum([...limits.minFollowerMinutes])),
    allowSubscriberInFollowerMode: Type.Optional(Type.Boolean()),
    chatSlowModeSec: Type.Optional(Type.Enum([...limits.chatSlowModeSecs])),
    chatEmojiMode: Type.Optional(Type.Boolean()),
  }),
  content: Type.Null(),
})

/** A message is identified by its sender and time, as in the chat event. */
export const blindMessage = endpoint({
  method: 'POST',
  path: '/open/v1/chats/blind-message',
  summary: "Hide a message in the chat of the user's channel",
  auth: { kind: 'token', scope: scopes.chatWrite },
  body: Type.Object({
    chatChannelId,
    messageTime: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    senderChannelId: channelId,
  }),
  errors: {
    badInput: 'also when the caller is not the streamer of that chat',
    notFound: 'no such message in this chat',
  },
  content: Type.Null(),
})

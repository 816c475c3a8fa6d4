import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelIdOf, chatChannelId, messageText } from '../resources.ts'
import { scopes } from '../scopes.ts'

export const sendMessage = endpoint({
  method: 'POST',
  path: '/open/v1/chats/send',
  summary: "Send a message to the chat of the user's channel",
  auth: { kind: 'token', scope: scopes.chatWrite },
  body: Type.Object({ message: messageText }),
  errors: {
    forbidden:
      'this call needs only the scope. Chat rules (blocked words, slow mode, emoticon mode, the group of the chat) and restrictions do not apply: the message is from the streamer',
  },
  content: Type.Object({
    messageId: Type.String({ description: 'The id of the message, for a call that sets it as the notice' }),
  }),
})

/** Exactly one of `message` and `messageId` is required. Gap 52. */
export const putNotice = endpoint({
  method: 'POST',
  path: '/open/v1/chats/notice',
  summary: "Set the notice of the user's chat: a new text, or a message that was sent",
  auth: { kind: 'token', scope: scopes.chatNotice },
  body: Type.Object({
    message: Type.Optional(messageText),
    messageId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The id of a message that was sent to this chat' }),
    ),
  }),
  errors: {
    badInput: 'also when neither or both are sent',
    notFound: 'no such message in this chat',
  },
  content: Type.Null(),
})

const chatAvailableCondition = Type.Enum(['NONE', 'REAL_NAME'], {
  description: '`REAL_NAME`: only viewers who verified their identity can chat',
})
const chatAvailableGroup = Type.Enum(['ALL', 'FOLLOWER', 'MANAGER', 'SUBSCRIBER'], {
  description: 'The viewers who can chat: all, followers, managers or subscribers',
})
const allowSubscriberInFollowerMode = Type.Boolean({
  description: 'Whether subscribers are exempt from `minFollowerMinute`',
})
const chatEmojiMode = Type.Boolean({ description: 'Whether viewers can send only emoticons' })
const minFollowerMinute = {
  description: 'Minutes for which a viewer must have followed the channel; applies to the group `FOLLOWER`',
}
const chatSlowModeSec = { description: 'Seconds between two messages of a viewer; 0: slow mode is off' }

/** Specification, "Chat settings". */
const chatSettings = Type.Object({
  chatAvailableCondition,
  chatAvailableGroup,
  minFollowerMinute: Type.Integer(minFollowerMinute),
  allowSubscriberInFollowerMode,
  chatSlowModeSec: Type.Integer(chatSlowModeSec),
  chatEmojiMode,
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
    minFollowerMinute: Type.Optional(Type.Enum([...limits.minFollowerMinutes], minFollowerMinute)),
    allowSubscriberInFollowerMode: Type.Optional(allowSubscriberInFollowerMode),
    chatSlowModeSec: Type.Optional(Type.Enum([...limits.chatSlowModeSecs], chatSlowModeSec)),
    chatEmojiMode: Type.Optional(chatEmojiMode),
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
    messageTime: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`messageTime` of the CHAT event',
    }),
    senderChannelId: channelIdOf('The channel of the sender'),
  }),
  errors: {
    badInput: 'also when the caller is not the streamer of that chat',
    notFound: 'no such message in this chat',
  },
  content: Type.Null(),
})

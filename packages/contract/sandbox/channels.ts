import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { errorReasonSchema } from '../errors.ts'
import { messageTime } from '../events.ts'
import { overlaySettings } from '../overlays.ts'
import { actingChannelId, channelId, channelIdOf, chatChannelId, managerRole, messageText } from '../resources.ts'

const sentMessage = Type.Object({
  messageId: Type.String({ description: 'The id of the message' }),
  chatChannelId,
  messageTime,
})
const liveContent = Type.Object({ liveId: Type.Integer({ description: 'The id of the live' }) })

export const chat = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/chat',
  summary: 'Send a chat message as a person; the chat rules of the channel apply',
  body: Type.Object({ channelId, byChannelId: actingChannelId, message: messageText }),
  errors: {
    forbidden:
      'the sender is restricted (`RESTRICTED`, `TEMPORARILY_RESTRICTED`), or is a viewer whose message the chat refuses: a blocked word (`BLOCKED_WORD`), slow mode (`SLOW_MODE`), emoticon mode (`ONLY_EMOTICONS`), or the group of the chat (`CHAT_FOR_VERIFIED`, `CHAT_FOR_MANAGERS`, `CHAT_FOR_SUBSCRIBERS`, `CHAT_FOR_FOLLOWERS`, `CHAT_FOR_LONGER_FOLLOWERS`). None refuses the streamer',
    notFound: 'no such channel',
  },
  content: sentMessage,
})

export const sendChats = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/chats/batch',
  summary: 'Send up to 200 chat messages in this order, each as a person; the chat rules apply to each',
  maxBodyMb: 1,
  body: Type.Object({
    messages: Type.Array(Type.Object({ channelId, byChannelId: actingChannelId, message: messageText }), {
      minItems: 1,
      maxItems: 200,
    }),
  }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        sent: Type.Union([sentMessage, Type.Null()], {
          description: 'The message that was sent; null if it was refused',
        }),
        reason: Type.Union([errorReasonSchema, Type.Null()], {
          description: 'Why the message was refused; null if it was sent',
        }),
      }),
      { description: 'In the order of the messages' },
    ),
  }),
})

export const follow = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/follow',
  summary: 'Follow a channel as a person',
  body: Type.Object({ channelId, byChannelId: actingChannelId }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const unfollow = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/unfollow',
  summary: 'Unfollow a channel as a person',
  body: Type.Object({ channelId, byChannelId: actingChannelId }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const manage = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/manage',
  summary: 'Give a person a role in a channel, or remove it',
  body: Type.Object({
    channelId,
    byChannelId: channelIdOf('The person who gets the role'),
    userRole: Type.Union([managerRole, Type.Null()], { description: 'Null removes the role' }),
  }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const goLive = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/go-live',
  summary: 'Put a channel live; if it is live already, only the title and the viewer count change',
  body: Type.Object({
    channelId,
    liveTitle: Type.Optional(
      Type.String({ description: "Also becomes the title in the channel's broadcast settings" }),
    ),
    viewers: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Simulated viewers, added to the real ones' }),
    ),
  }),
  errors: {
    notFound: 'no such channel',
  },
  content: liveContent,
})

export const goOffline = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/go-offline',
  summary: 'Take a live channel offline',
  body: Type.Object({ channelId }),
  errors: {
    badInput: 'also when the channel is not live',
    notFound: 'no such channel',
  },
  content: liveContent,
})

export const getEncoder = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/channels/encoder',
  summary: 'Get what an encoder needs to publish to a channel',
  query: Type.Object({ channelId }),
  errors: {
    notFound: 'no such channel',
  },
  isSecret: true,
  content: Type.Object({
    encoderUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'The address for RTMP without the key; null when encoders are not accepted',
    }),
    streamKey: Type.String({ description: 'The stream key of the channel' }),
  }),
})

export const getGoal = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/channels/goal',
  summary: 'Get the goal of a channel, which its overlay shows, and how far it is',
  query: Type.Object({ channelId }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({
    title: Type.String({ description: 'Empty: the standard title' }),
    counts: overlaySettings.goal.properties.counts,
    target: Type.Integer({ minimum: 1, description: 'Won or subscriptions' }),
    sum: Type.Integer({
      minimum: 0,
      description: 'The start amount, and what came since the goal began, or in all if it did not begin',
    }),
  }),
})

import { Type } from 'typebox'
import { sandboxEndpoint } from '../endpoint.ts'
import { channelId, chatChannelId, managerRole, messageText } from '../resources.ts'

export const chat = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/chat',
  summary: "A person writes into a channel's chat; the channel's chat rules apply",
  body: Type.Object({ channelId, byChannelId: channelId, message: messageText }),
  errors: {
    forbidden: 'the rules of the platform refuse it; the message says why',
    notFound: 'no such channel',
  },
  content: Type.Object({ messageId: Type.String(), chatChannelId, messageTime: Type.Integer() }),
})

export const follow = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/follow',
  summary: 'A person follows a channel',
  body: Type.Object({ channelId, byChannelId: channelId }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const unfollow = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/unfollow',
  summary: 'A person follows a channel no more',
  body: Type.Object({ channelId, byChannelId: channelId }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const manage = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/manage',
  summary: 'A person is given a role in a channel; null ends it',
  body: Type.Object({ channelId, byChannelId: channelId, userRole: Type.Union([managerRole, Type.Null()]) }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const goLive = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/go-live',
  summary: 'A channel goes live; one that is live already goes on, with the title and audience given here',
  body: Type.Object({
    channelId,
    liveTitle: Type.Optional(Type.String({ description: "Becomes the title in the channel's broadcast settings" })),
    viewers: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'A simulated audience, besides the real one' }),
    ),
  }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ liveId: Type.Integer() }),
})

export const goOffline = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/go-offline',
  summary: 'A channel that is live goes off the air',
  body: Type.Object({ channelId }),
  errors: {
    badInput: 'also when the channel is not live',
    notFound: 'no such channel',
  },
  content: Type.Object({ liveId: Type.Integer() }),
})

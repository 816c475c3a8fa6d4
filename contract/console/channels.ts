import { Type } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, messageText } from '../resources.ts'

const pathParams = Type.Object({ channelId })

export const follow = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/follow',
  summary: 'Follow a channel; who does already keeps the date of the first time',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const unfollow = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/follow',
  summary: 'Follow a channel no more',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const subscribe = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/subscription',
  summary: 'Subscribe to a channel, or renew: then the month is at least one more than it was',
  pathParams,
  body: Type.Object({
    tierNo: Type.Optional(Type.Enum([1, 2])),
    month: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200 })),
  }),
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ tierNo: Type.Integer(), month: Type.Integer() }),
})

export const donate = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/donations',
  summary: "Donate play money out of one's own wallet",
  pathParams,
  body: Type.Object({
    payAmount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    donationText: Type.Optional(Type.String({ maxLength: limits.messageCodeUnits })),
    donationType: Type.Optional(Type.Enum(['CHAT', 'VIDEO'])),
  }),
  errors: {
    forbidden: 'also when the rules of the platform refuse it; the message says why',
    notFound: 'no such channel',
  },
  content: Type.Object({ donationId: Type.String() }),
})

export const getWallet = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/wallet',
  summary: "The play money in one's own wallet, in won",
  content: Type.Object({ balance: Type.Integer({ minimum: 0 }) }),
})

/** A refusal gives the reason, which the page shows to whoever may not speak. */
export const sendMessage = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/chat',
  summary: "Write into a channel's chat; the channel's chat rules apply",
  pathParams,
  body: Type.Object({ message: messageText }),
  errors: {
    forbidden: 'also when the rules of the platform refuse it; the message says why',
    notFound: 'no such channel',
  },
  content: Type.Object({ messageId: Type.String() }),
})

export const watch = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/watch',
  summary:
    'Say that one watches, at the beginning and every 10 seconds; after 30 seconds of silence one counts no more',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Object({ live: Type.Boolean({ description: 'False when there is nothing to watch any more' }) }),
})

export const unwatch = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/watch',
  summary: 'Leave, and count no more at once',
  pathParams,
  content: Type.Null(),
})

import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { donationType } from '../events.ts'
import { limits } from '../limits.ts'
import { channelId, countedText, messageText } from '../resources.ts'

const pathParams = Type.Object({ channelId })

export const follow = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/follow',
  action: 'follow',
  summary: 'Follow a channel; following again keeps the first date',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const unfollow = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/follow',
  action: 'follow',
  summary: 'Unfollow a channel',
  pathParams,
  errors: {
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const subscribe = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/subscription',
  action: 'subscribe',
  summary: 'Subscribe to a channel, or renew a subscription, which adds one month and is possible once a month',
  pathParams,
  body: Type.Object({ tierNo: Type.Optional(Type.Enum([1, 2])) }),
  errors: {
    forbidden: 'also when the last month of the subscription has not passed',
    notFound: 'no such channel',
  },
  content: Type.Object({ tierNo: Type.Integer(), month: Type.Integer() }),
})

export const donate = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/donations',
  action: 'donate',
  summary: "Donate play money from the caller's wallet",
  pathParams,
  body: Type.Object({
    payAmount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    donationText: Type.Optional(countedText(limits.messageLength, { maxLength: limits.textCodeUnits })),
    donationType: Type.Optional(donationType),
    isAnonymous: Type.Optional(Type.Boolean({ default: false, description: 'The donation does not name the caller' })),
    watchProof,
  }),
  errors: {
    forbidden: 'also when a rule of the channel or platform forbids it; the message gives the reason',
    notFound: 'no such channel',
  },
  content: Type.Object({ donationId: Type.String() }),
})

export const getWallet = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/wallet',
  summary: "Get the balance of the caller's wallet, play money in won",
  content: Type.Object({ balance: Type.Integer({ minimum: 0 }) }),
})

/** An error carries the reason; the page shows it to the sender. */
export const sendMessage = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/chat',
  action: 'sendMessage',
  summary: "Send a message to a channel's chat; its chat rules apply",
  pathParams,
  body: Type.Object({
    message: messageText,
    replyTo: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The id of a visible message of the chat' }),
    ),
    watchProof,
  }),
  errors: {
    forbidden: 'also when a rule of the channel or platform forbids it; the message gives the reason',
    notFound: 'no such channel, or no such message to reply to',
  },
  content: Type.Object({ messageId: Type.String() }),
})

export const watch = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/watch',
  summary:
    'Report that the caller watches, at the start and every 10 seconds; after 30 seconds without a report the caller is no longer counted',
  pathParams,
  query: Type.Object({ watchProof }),
  errors: {
    forbidden: 'the viewer may not watch the channel',
    notFound: 'no such channel',
  },
  content: Type.Object({ live: Type.Boolean({ description: 'False when the live has ended' }) }),
})

export const unwatch = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/watch',
  summary: 'Stop watching; the viewer is no longer counted',
  pathParams,
  content: Type.Null(),
})

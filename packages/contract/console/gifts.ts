import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId } from '../resources.ts'

const uuid = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  maxLength: 36,
  description: 'A UUID that the caller chooses',
})

export const giveSubscriptions = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/subscription-gifts/{giftId}',
  action: 'donate',
  summary: `Give subscriptions of a month to people who have none, for ${limits.giftWon} won of play money each: to one person, or to followers and people of the chat at random. A repeated call gives and costs nothing`,
  pathParams: Type.Object({ channelId, giftId: uuid }),
  body: Type.Object({
    count: Type.Integer({ minimum: 1, maximum: limits.subscriptionsPerGift }),
    receiverChannelId: Type.Optional(channelId),
    isAnonymous: Type.Optional(Type.Boolean({ default: false, description: 'The gift does not name the caller' })),
    watchProof,
  }),
  errors: {
    forbidden: 'also when not so many people can get one, or the wallet has too little',
    notFound: 'no such channel',
  },
  content: Type.Object({
    receivers: Type.Array(Type.Object({ channelId, channelName: Type.String() }), {
      maxItems: limits.subscriptionsPerGift,
    }),
  }),
})

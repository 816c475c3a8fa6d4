import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { donationType } from '../events.ts'
import { actingChannelId, channelId, countedText } from '../resources.ts'

export const subscribe = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/subscribe',
  summary: 'Subscribe to a channel as a person, or renew; a renewal adds at least one month',
  body: Type.Object({
    channelId,
    byChannelId: actingChannelId,
    tierNo: Type.Optional(Type.Enum([1, 2])),
    month: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200 })),
  }),
  errors: {
    forbidden: 'a rule of the channel or platform forbids it; the message gives the reason',
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const donate = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/donate',
  summary: 'Donate to a channel as a person or anonymously. No wallet is debited',
  body: Type.Object({
    channelId,
    byChannelId: Type.Optional(Type.Union([channelId, Type.Null()], { description: 'The donor; null: anonymous' })),
    payAmount: Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
    donationText: Type.Optional(countedText(limits.messageLength, { maxLength: limits.textCodeUnits })),
    donationType: Type.Optional(donationType),
  }),
  errors: {
    forbidden: 'a rule of the channel or platform forbids it; the message gives the reason',
    notFound: 'no such channel',
  },
  content: Type.Object({ donationId: Type.String({ description: 'The id of the donation, and of its event' }) }),
})

import { Type } from 'typebox'
import { sandboxEndpoint } from '../endpoint.ts'
import { channelId } from '../resources.ts'

const id = Type.String({ minLength: 1, maxLength: 100 })

export const createCampaign = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/drops/campaigns',
  summary: 'A campaign of an application that has the drops scope: it begins now and has no end',
  body: Type.Object({
    clientId: id,
    categoryId: Type.String({ minLength: 1, maxLength: 200 }),
    rewards: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description: 'The names of the rewards',
    }),
    watchMinutes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 100_000 }), {
        maxItems: 100,
        description: 'How long each of them has to be watched for; 0 for those left out',
      }),
    ),
  }),
  errors: {
    badInput: 'also when the application lacks the drops scope',
    notFound: 'no such application or category',
  },
  content: Type.Object({ campaignId: Type.String(), rewardIds: Type.Array(Type.String()) }),
})

export const claim = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/acts/claim',
  summary: 'A person claims a reward as if they had watched long enough; claimed again, the same claim is answered',
  body: Type.Object({ rewardId: id, byChannelId: channelId }),
  errors: {
    forbidden: 'the rules of the platform refuse it; the message says why',
    notFound: 'no such reward or channel',
  },
  content: Type.Object({ claimId: Type.String() }),
})

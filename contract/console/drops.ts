import { Type } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { utcDate } from '../resources.ts'

const minutes = Type.Integer({ minimum: 0 })

/** Who watches a live of the category while the campaign runs gathers minutes for it. Gap 90. */
export const listCampaigns = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/drops/campaigns',
  summary: 'The campaigns that run now, the latest first, with how long one has watched for each; 100 at the most',
  query: Type.Object({ categoryId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        campaignId: Type.String(),
        title: Type.String(),
        categoryId: Type.String(),
        categoryName: Type.String(),
        startsDate: utcDate,
        endsDate: Type.Union([utcDate, Type.Null()]),
        watchedMinutes: minutes,
        rewards: Type.Array(
          Type.Object({
            rewardId: Type.String(),
            name: Type.String(),
            watchMinutes: minutes,
            claimId: Type.Union([Type.String(), Type.Null()], { description: "One's own claim, if there is one" }),
          }),
        ),
      }),
    ),
  }),
})

export const claimReward = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/drops/rewards/{rewardId}/claim',
  summary: 'Claim a reward for which one has watched long enough; claimed again, the same claim is answered',
  pathParams: Type.Object({ rewardId: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: {
    forbidden: 'also when one has not watched long enough, or the campaign has not begun or is over',
    notFound: 'no such reward',
  },
  content: Type.Object({ claimId: Type.String() }),
})

import { Type } from '../type.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { utcDate } from '../resources.ts'

const minutes = Type.Integer({ minimum: 0 })

/** Watching a broadcast of the category counts minutes for every running campaign. Gap 90. */
export const listCampaigns = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/drops/campaigns',
  summary: 'List running campaigns, latest first, with the time that the caller has watched for each; up to 100',
  query: Type.Object({
    categoryId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    channelId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only campaigns for which broadcasts of this channel count',
      }),
    ),
  }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        campaignId: Type.String(),
        title: Type.String(),
        categoryId: Type.String(),
        categoryName: Type.String(),
        categoryEnglishName: Type.String(),
        startsDate: utcDate,
        endsDate: Type.Union([utcDate, Type.Null()]),
        watchedMinutes: Type.Integer({
          ...minutes,
          description: 'Minutes that the caller has watched for this campaign; 0 for a guest',
        }),
        rewards: Type.Array(
          Type.Object({
            rewardId: Type.String(),
            name: Type.String(),
            imageUrl: Type.Union([Type.String(), Type.Null()]),
            watchMinutes: Type.Integer({ ...minutes, description: 'Minutes that the reward requires' }),
            claimId: Type.Union([Type.String(), Type.Null()], { description: "The caller's claim, or null" }),
          }),
        ),
      }),
    ),
  }),
})

export const claimReward = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/drops/rewards/{rewardId}/claim',
  summary: 'Claim a reward after watching long enough; claiming again returns the same claim',
  pathParams: Type.Object({ rewardId: Type.String({ minLength: 1, maxLength: 100 }) }),
  errors: {
    forbidden: 'also when the caller has not watched long enough, or the campaign is not running',
    notFound: 'no such reward',
  },
  content: Type.Object({ claimId: Type.String() }),
})

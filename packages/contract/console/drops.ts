import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { cursorList, fulfillmentState, utcDate } from '../resources.ts'
import { limits } from '../limits.ts'

const minutes = Type.Integer({ minimum: 0 })
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const detailsUrl = orNull(
  Type.String({ description: 'The page of the game about the rewards and how to link an account' }),
)
/** Who gives the rewards, as on the consent page. */
const giver = {
  appName: Type.String({ description: 'The application that gives the rewards' }),
  makerName: orNull(
    Type.String({
      description:
        'The organization of the application, or the channel that registered it; null for one of the platform',
    }),
  ),
}
const claim = {
  claimId: Type.String(),
  claimedDate: utcDate,
  fulfillmentState,
}

/** Watching a live of the category counts minutes for every running campaign. Gap 90. */
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
        description: 'Only campaigns for which lives of this channel count',
      }),
    ),
  }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        campaignId: Type.String(),
        title: Type.String(),
        ...giver,
        isConnected: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether the caller has connected the application; null for a guest',
        }),
        detailsUrl,
        categoryId: Type.String(),
        categoryName: Type.String(),
        categoryEnglishName: Type.String(),
        liveChannels: Type.Integer({ minimum: 0, description: 'Channels that are live in the category' }),
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
            claim: orNull(Type.Object(claim, { description: "The caller's claim, or null" })),
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

export const listOwnClaims = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/drops/claims',
  summary: "List the caller's claims, also of ended campaigns, newest first",
  query: Type.Object({
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.claimListSizeMax, default: limits.claimListSize })),
    next: Type.Optional(Type.String({ maxLength: 100, description: '`page.next` of the previous page' })),
  }),
  content: cursorList(
    Type.Object({
      ...claim,
      rewardName: Type.String(),
      imageUrl: orNull(Type.String()),
      campaignTitle: Type.String(),
      ...giver,
      detailsUrl,
    }),
  ),
})

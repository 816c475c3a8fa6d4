import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { fulfilClaims as openFulfilClaims, listRewardClaims as openRewardClaims } from '../open/drops.ts'
import { campaignStates, cursorList, utcDate } from '../resources.ts'
import { deliveryStates } from '../webhooks.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const clientId = Type.String({ minLength: 1, maxLength: 100 })
const appParams = Type.Object({ clientId })
const campaignParams = Type.Object({ clientId, campaignId: Type.String({ minLength: 1, maxLength: 100 }) })
const name = Type.String({ minLength: 1, maxLength: 200, description: '1 to 100 characters' })
const moment = Type.String({ maxLength: 40, description: 'RFC 3339, with a zone' })
const minutes = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const count = Type.Integer({ minimum: 0, maximum: limits.claimCountMax })

const campaign = {
  campaignId: Type.String(),
  title: Type.String(),
  categoryId: Type.String(),
  categoryName: Type.String(),
  startsDate: utcDate,
  endsDate: orNull(utcDate),
}

/** The owner of an application that has the drops scope makes its campaigns. Gap 92. */
export const createCampaign = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/campaigns',
  summary: "Make a campaign of one's own application; its category and rewards never change",
  pathParams: appParams,
  body: Type.Object({
    title: name,
    categoryId: Type.String({ minLength: 1, maxLength: 200 }),
    startsDate: Type.Optional(orNull(moment)),
    endsDate: Type.Optional(orNull(moment)),
    rewards: Type.Array(Type.Object({ name, watchMinutes: minutes }), {
      minItems: 1,
      maxItems: limits.rewardsPerCampaign,
    }),
  }),
  errors: {
    badInput: 'also when the application lacks the drops scope, or the end is not after the start and this moment',
    notFound: "no such application of one's own, or no such category",
  },
  content: Type.Object({ campaignId: Type.String(), rewardIds: Type.Array(Type.String()) }),
})

export const listCampaigns = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/campaigns',
  summary: "The campaigns of one's own applications, the latest start first",
  query: Type.Object({
    clientId: Type.Optional(clientId),
    state: Type.Optional(Type.Enum([...campaignStates])),
    text: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the title' })),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.campaignListSizeMax, default: limits.campaignListSize }),
    ),
    next: Type.Optional(Type.String({ maxLength: 200, description: 'From the answer before' })),
  }),
  content: cursorList(Type.Object({ ...campaign, clientId, appName: Type.String() })),
})

export const getCampaign = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}',
  summary: "A campaign of one's own application, and what became of its rewards",
  pathParams: campaignParams,
  errors: { notFound: "no such campaign of one's own application" },
  content: Type.Object({
    ...campaign,
    rewards: Type.Array(
      Type.Object({
        rewardId: Type.String(),
        name: Type.String(),
        watchMinutes: minutes,
        claims: count,
        fulfilled: Type.Integer({
          minimum: 0,
          maximum: limits.claimCountMax,
          description: `Of those claims; counted up to ${limits.claimCountMax}`,
        }),
      }),
    ),
  }),
})

export const endCampaign = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}/end',
  summary: 'Move the end of a campaign that is not over; without a date it ends now. Claims that were made stay',
  pathParams: campaignParams,
  body: Type.Object({ endsDate: Type.Optional(orNull(moment)) }),
  errors: {
    badInput: 'also when the campaign is over, or the end would lie before its start or this moment',
    notFound: "no such campaign of one's own application",
  },
  content: Type.Object({ endsDate: utcDate }),
})

/** The same as the open interface answers the application, with whose claim it is and what became of its notification. */
export const listClaims = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/claims',
  summary: "The claims of rewards of one's own application, in the order in which they were made",
  pathParams: appParams,
  query: Type.Object({
    campaignId: openRewardClaims.query.properties.campaignId,
    fulfillmentState: openRewardClaims.query.properties.fulfillmentState,
    rewardId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    who: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The whole name of a channel, its id, or a claim’s id',
      }),
    ),
    from: Type.Optional(Type.String({ maxLength: 200, description: 'The first claim to read' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.claimListSizeMax, default: limits.claimListSize })),
  }),
  errors: { notFound: "no such application of one's own" },
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        ...openRewardClaims.content.properties.data.items.properties,
        channelName: Type.String(),
        notification: Type.Union(
          [Type.Object({ deliveryId: Type.String(), state: Type.Enum([...deliveryStates]) }), Type.Null()],
          { description: 'The last one about this claim; null when none was sent, or it is in the log no more' },
        ),
      }),
    ),
    page: openRewardClaims.content.properties.page,
  }),
})

export const fulfilClaims = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/claims',
  summary: 'Say that claims were granted (FULFILLED), which never goes back, as the application itself may',
  pathParams: appParams,
  body: openFulfilClaims.body,
  errors: { notFound: "no such application of one's own" },
  content: openFulfilClaims.content,
})

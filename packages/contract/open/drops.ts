import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelIdOf, claimOutcomes, fulfillmentState, utcDateOf } from '../resources.ts'
import { dropsScope } from '../scopes.ts'

const auth = { kind: 'client', scope: dropsScope } as const
const id = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))

/** The specification does not define the record, the encoding of `page` or the order. Gaps 60, 61 and 63. */
export const listRewardClaims = endpoint({
  method: 'GET',
  path: '/open/v1/drops/reward-claims',
  summary: "List the reward claims of the application's campaigns, oldest first",
  auth,
  query: Type.Object({
    // Gap 60.
    page: Type.Optional(
      Type.Object(
        {
          from: Type.Optional(Type.String({ maxLength: 200, description: 'The first claim of the page' })),
          size: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: limits.claimListSizeMax,
              default: limits.claimListSize,
              description: 'Entries per page',
            }),
          ),
        },
        { description: 'As page.from, page[from], page={"from":…} or from' },
      ),
    ),
    claimId: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: limits.claimIdsPerRequest })),
    channelId: id,
    campaignId: id,
    categoryId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Cannot be combined with campaignId' }),
    ),
    fulfillmentState: Type.Optional(fulfillmentState),
  }),
  errors: { badInput: 'also when campaignId and categoryId are combined' },
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        claimId: Type.String({ description: 'The id of the claim' }),
        campaignId: Type.String({ description: 'The campaign of the reward' }),
        rewardId: Type.String({ description: 'The claimed reward' }),
        categoryId: Type.String({ description: 'The category of the campaign' }),
        categoryName: Type.String({ description: 'The name of that category' }),
        channelId: channelIdOf('The channel of the viewer who claimed the reward'),
        fulfillmentState,
        claimedDate: utcDateOf('When the viewer claimed the reward'),
        updatedDate: utcDateOf('When the state of the claim last changed'),
      }),
    ),
    page: Type.Object({
      cursor: Type.Union([Type.String(), Type.Null()], { description: 'The next page.from; null at the end' }),
    }),
  }),
})

/** Every id is listed under its result. Gap 64. */
export const fulfillClaims = endpoint({
  method: 'PUT',
  path: '/open/v1/drops/reward-claims',
  summary: 'Mark claims as FULFILLED, which cannot be undone; returns the ids by result',
  auth,
  body: Type.Object({
    claimIds: Type.Array(Type.String(), { minItems: 1, maxItems: limits.claimIdsPerRequest }),
    fulfillmentState,
  }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        status: Type.Enum([...claimOutcomes], {
          description:
            'The result. `SUCCESS`: the claim has the state; `INVALID_ID`: not a UUID; `UNAUTHORIZED`: a claim of another application; `UPDATE_FAILED`: `FULFILLED` cannot be undone',
        }),
        ids: Type.Array(Type.String(), { description: 'The claims with this result' }),
      }),
    ),
  }),
})

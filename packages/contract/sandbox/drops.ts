import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { actingChannelId, channelIdOf, cursorList, namedListQuery } from '../resources.ts'

const id = Type.String({ minLength: 1, maxLength: 100 })
const campaignId = Type.String({ description: 'The id of the campaign' })

export const createCampaign = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/drops/campaigns',
  summary: 'Create a campaign of an application with the drops scope; it starts now and has no end',
  body: Type.Object({
    clientId: id,
    categoryId: Type.String({ minLength: 1, maxLength: 200 }),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The names of the rewards if omitted' }),
    ),
    rewards: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description: 'The names of the rewards',
    }),
    watchMinutes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 100_000 }), {
        maxItems: 100,
        description: 'Minutes to watch for each reward; 0 if omitted',
      }),
    ),
  }),
  errors: {
    badInput: 'also when the application lacks the drops scope',
    notFound: 'no such application or category',
  },
  content: Type.Object({
    campaignId,
    rewardIds: Type.Array(Type.String(), { description: 'The ids of the rewards, in their order' }),
  }),
})

export const listRewards = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/drops/rewards',
  summary: 'List the rewards of published campaigns: the newest campaign first, rewards in their order',
  query: Type.Object({
    ...namedListQuery({
      maxLength: 100,
      description: 'Part of the name of a reward or of the title of its campaign, or the id of a reward',
    }).properties,
    unclaimedBy: Type.Optional(channelIdOf('Leaves out the rewards that this person has claimed')),
  }),
  content: cursorList(
    Type.Object({
      rewardId: Type.String({ description: 'The id of the reward' }),
      rewardName: Type.String({ description: 'The name of the reward' }),
      campaignId,
      campaignTitle: Type.String({ description: 'The title of the campaign' }),
      campaignState: Type.Enum(['SCHEDULED', 'RUNNING', 'OVER'], {
        description: 'Whether the campaign has started or ended',
      }),
      clientId: Type.String({ description: 'The application of the campaign' }),
      appName: Type.String({ description: 'The name of the application' }),
    }),
  ),
})

export const claim = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/actions/claim',
  summary: 'Claim a reward as a person, and add the watch time that it requires; claiming again returns the same claim',
  body: Type.Object({
    rewardId: Type.String({ minLength: 1, maxLength: 100, description: 'The id of the reward' }),
    byChannelId: actingChannelId,
  }),
  errors: {
    forbidden: 'a rule of the channel or platform forbids it; the message gives the reason',
    notFound: 'no such reward or channel',
  },
  content: Type.Object({
    claimId: Type.String({ description: 'The id of the claim' }),
    isNew: Type.Boolean({ description: 'Whether this call made the claim; false if it was claimed before' }),
  }),
})

import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { fulfillClaims as openFulfillClaims, listRewardClaims as openRewardClaims } from '../open/drops.ts'
import {
  campaignStates,
  channelId,
  countedText,
  cursorList,
  sortOrders,
  deliveryStates,
  notificationFilters,
  utcDate,
} from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const clientId = Type.String({ minLength: 1, maxLength: 100 })
const appParams = Type.Object({ clientId })
const campaignParams = Type.Object({ clientId, campaignId: Type.String({ minLength: 1, maxLength: 100 }) })
const name = countedText(limits.messageLength, { minLength: 1, maxLength: 200 })
const moment = Type.String({ maxLength: 40, description: 'RFC 3339, with a time zone' })
const minutes = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const count = Type.Integer({ minimum: 0, maximum: limits.claimCountMax })

const people = Type.Integer({ minimum: 0 })

const externalId = Type.Optional(
  orNull(Type.String({ ...name, description: "The id in the caller's system: up to 100 characters" })),
)
const channelIds = Type.Optional(
  orNull(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: limits.channelsPerCampaign,
      description: 'The channels whose lives count; null for all',
    }),
  ),
)
const detailsUrl = Type.Optional(
  orNull(
    Type.String({
      minLength: 1,
      maxLength: limits.campaignUrlLength,
      description: 'A page about the rewards and how viewers link their accounts, with https',
    }),
  ),
)
const pictureId = Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 100, description: 'Of uploadPicture' })))
const rewardCount = { minItems: 1, maxItems: limits.rewardsPerCampaign }

const campaign = {
  campaignId: Type.String(),
  externalId: orNull(Type.String()),
  title: Type.String(),
  detailsUrl: orNull(Type.String()),
  isDraft: Type.Boolean({ description: 'Viewers do not see a draft, and nothing counts for it' }),
  categoryId: Type.String(),
  categoryName: Type.String(),
  categoryEnglishName: Type.String(),
  startsDate: utcDate,
  endsDate: orNull(utcDate),
}

/** The owner of an application with the drops scope creates its campaigns. Gap 92. */
export const createCampaign = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/campaigns',
  needsAppRole: 'DEVELOPER',
  summary: "Create a campaign of the caller's application, or a draft of one",
  pathParams: appParams,
  body: Type.Object({
    title: name,
    externalId,
    detailsUrl,
    categoryId: Type.String({ minLength: 1, maxLength: 200 }),
    channelIds,
    isDraft: Type.Optional(Type.Boolean()),
    startsDate: Type.Optional(orNull(moment)),
    endsDate: Type.Optional(orNull(moment)),
    rewards: Type.Array(Type.Object({ name, watchMinutes: minutes, externalId, pictureId }), rewardCount),
  }),
  errors: {
    badInput:
      'also when the application lacks the drops scope, the end is not after the start and the current time, or another campaign of the application or reward of the campaign has the external id',
    notFound: 'no application of the caller with this id, or no such category or channel',
  },
  content: Type.Object({ campaignId: Type.String(), rewardIds: Type.Array(Type.String()) }),
})

/** Gap 92. */
export const updateCampaign = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}',
  needsAppRole: 'DEVELOPER',
  summary:
    'Change a campaign; fields that are left out stay. After the start, the title, the details URL, and the names and pictures of rewards can change, and channels can be added',
  pathParams: campaignParams,
  body: Type.Object({
    title: Type.Optional(name),
    externalId,
    detailsUrl,
    categoryId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    channelIds,
    startsDate: Type.Optional(orNull(moment)),
    endsDate: Type.Optional(orNull(moment)),
    rewards: Type.Optional(
      Type.Array(
        Type.Object({
          rewardId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'None for a new reward' })),
          name,
          watchMinutes: minutes,
          externalId,
          pictureId,
        }),
        { ...rewardCount, description: 'All rewards in order; those that are left out are deleted' },
      ),
    ),
  }),
  errors: {
    badInput: 'as createCampaign, and when the campaign has started and the field can no longer change',
    notFound: 'no campaign of the caller with this id, or no such category or channel',
  },
  content: Type.Null(),
})

/** A picture is part of a campaign when a reward has it. */
export const uploadPicture = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/apps/{clientId}/pictures',
  needsAppRole: 'DEVELOPER',
  summary: `Upload a picture for rewards: a PNG or a JPEG of up to ${limits.pictureBytes / 1024} KiB and ${limits.picturePixels} × ${limits.picturePixels} pixels`,
  pathParams: appParams,
  maxBodyMb: 1,
  body: Type.Object({
    picture: Type.String({ minLength: 1, maxLength: 1_000_000, description: 'The file in base64' }),
  }),
  errors: {
    badInput: 'also when the file is no such picture',
    notFound: 'no application of the caller with this id',
  },
  content: Type.Object({ pictureId: Type.String(), imageUrl: Type.String() }),
})

export const publishCampaign = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}/publish',
  needsAppRole: 'DEVELOPER',
  summary: 'Publish a draft; it starts at its start, or now if that has passed',
  pathParams: campaignParams,
  errors: {
    badInput: 'also when the campaign is not a draft, or its end is not after its start and the current time',
    notFound: 'no campaign of the caller with this id',
  },
  content: Type.Object({ startsDate: utcDate }),
})

export const deleteCampaign = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}',
  needsAppRole: 'DEVELOPER',
  summary: 'Delete a campaign that has not started',
  pathParams: campaignParams,
  errors: { badInput: 'the campaign has started', notFound: 'no campaign of the caller with this id' },
  content: Type.Null(),
})

export const listCampaigns = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/campaigns',
  summary: "List the campaigns of the caller's applications, latest start first",
  query: Type.Object({
    clientId: Type.Optional(clientId),
    state: Type.Optional(Type.Enum([...campaignStates])),
    text: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the title' })),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.campaignListSizeMax, default: limits.campaignListSize }),
    ),
    next: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the previous response' })),
  }),
  content: cursorList(
    Type.Object({
      ...campaign,
      clientId,
      appName: Type.String(),
      rewards: Type.Array(Type.Object({ name: Type.String(), imageUrl: orNull(Type.String()) })),
      claims: Type.Integer({
        minimum: 0,
        maximum: limits.listedClaimCountMax,
        description: `Counted up to ${limits.listedClaimCountMax}`,
      }),
      open: Type.Integer({ minimum: 0, description: 'Of those claims, the ones that are not fulfilled' }),
    }),
  ),
})

export const getCampaign = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}',
  needsAppRole: 'VIEWER',
  summary: "Get a campaign of the caller's application with the claims of its rewards",
  pathParams: campaignParams,
  errors: { notFound: 'no campaign of the caller with this id' },
  content: Type.Object({
    ...campaign,
    isEditable: Type.Boolean({ description: 'Whether every field can change: before the start' }),
    channels: orNull(
      Type.Array(Type.Object({ channelId, channelName: Type.String() }), {
        description: 'The channels whose lives count; null for all',
      }),
    ),
    rewards: Type.Array(
      Type.Object({
        rewardId: Type.String(),
        externalId: orNull(Type.String()),
        pictureId: orNull(Type.String()),
        imageUrl: orNull(Type.String()),
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

export const getCampaignFunnel = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}/funnel',
  needsAppRole: 'VIEWER',
  scans: true,
  summary: `Count the people who watched for a campaign, reached a reward, claimed one, whose claim was delivered to the webhook, and whose claim was fulfilled, among up to ${limits.claimCountMax} viewers and claims`,
  pathParams: campaignParams,
  errors: { notFound: 'no campaign of the caller with this id' },
  content: Type.Object({
    watched: people,
    reached: people,
    claimed: people,
    notified: people,
    fulfilled: people,
  }),
})

export const endCampaign = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/campaigns/{campaignId}/end',
  needsAppRole: 'DEVELOPER',
  summary:
    'Change the end of a published campaign that has not ended; without a date it ends now. Existing claims remain',
  pathParams: campaignParams,
  body: Type.Object({ endsDate: Type.Optional(orNull(moment)) }),
  errors: {
    badInput: 'also when the campaign is a draft or has ended, or the new end is before its start or the current time',
    notFound: 'no campaign of the caller with this id',
  },
  content: Type.Object({ endsDate: utcDate }),
})

const claimFilters = {
  campaignId: openRewardClaims.query.properties.campaignId,
  rewardId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `A part of the name of a channel, its id, or a claim id. If more than ${limits.channelsPerName} channels match, a page is chosen among ${limits.claimsPerScan} claims, as with \`notification\``,
    }),
  ),
  notification: Type.Optional(
    Type.Enum([...notificationFilters], {
      description: `Whether a notification of the claim was delivered, as far as the log goes back. A page is chosen among ${limits.claimsPerScan} claims, so it may have fewer than \`size\` and still a cursor`,
    }),
  ),
}

/** The claims of the open API, with the channel name and the state of the notification. */
export const listClaims = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/claims',
  needsAppRole: 'VIEWER',
  scans: true,
  summary: "List the reward claims of the caller's application",
  pathParams: appParams,
  query: Type.Object({
    ...claimFilters,
    fulfillmentState: openRewardClaims.query.properties.fulfillmentState,
    sort: Type.Optional(Type.Enum([...sortOrders], { default: 'oldest' })),
    from: Type.Optional(Type.String({ maxLength: 200, description: 'The first claim of the page' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.claimsPerCall, default: limits.claimListSize })),
  }),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        ...openRewardClaims.content.properties.data.items.properties,
        channelName: Type.String(),
        notification: Type.Union(
          [Type.Object({ deliveryId: Type.String(), state: Type.Enum([...deliveryStates]) }), Type.Null()],
          {
            description:
              'The latest notification of this claim; null if none was sent or the log no longer contains it',
          },
        ),
      }),
    ),
    page: openRewardClaims.content.properties.page,
  }),
})

/** A company compares these numbers of open claims, by age, with its own system. */
export const countOpenClaims = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/claims/open',
  needsAppRole: 'VIEWER',
  scans: true,
  summary: `Count the claims of the caller's application that are not fulfilled, by age, among its oldest ${limits.claimsPerScan}`,
  pathParams: appParams,
  query: Type.Object(claimFilters),
  errors: { notFound: 'no application of the caller with this id' },
  content: Type.Object({
    count: Type.Integer({ minimum: 0, maximum: limits.claimsPerScan }),
    isComplete: Type.Boolean({ description: 'Whether no other claim was left out' }),
    oldestDate: orNull(utcDate),
    ages: Type.Array(Type.Object({ minHours: Type.Integer({ minimum: 0 }), count: Type.Integer({ minimum: 0 }) }), {
      description: 'Disjoint: from this age to that of the next element',
    }),
    lastClaimId: orNull(Type.String({ description: 'The latest claim of the application, whether or not it matches' })),
  }),
})

/** Marks a part of the claims that match, so that a program repeats it until `next` is null. */
export const fulfillMatchingClaims = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/claims/matching',
  needsAppRole: 'DEVELOPER',
  scans: true,
  summary: `Mark the claims that match the filters as FULFILLED, up to ${limits.claimsPerCall} of them; this cannot be undone`,
  pathParams: appParams,
  body: Type.Object({
    ...claimFilters,
    from: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the previous response' })),
    until: Type.String({ minLength: 1, maxLength: 200, description: 'The last claim: later ones stay as they are' }),
  }),
  errors: {
    badInput: 'also when `from` or `until` is not a claim of the application',
    notFound: 'no application of the caller with this id',
  },
  content: Type.Object({
    marked: Type.Integer({ minimum: 0, description: 'Marked by this call; those of concurrent calls do not count' }),
    next: orNull(Type.String({ description: 'The claim at which to continue; null at the end' })),
  }),
})

export const fulfillClaims = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/apps/{clientId}/claims',
  needsAppRole: 'DEVELOPER',
  summary: 'Mark claims as FULFILLED; this cannot be undone',
  pathParams: appParams,
  body: openFulfillClaims.body,
  errors: { notFound: 'no application of the caller with this id' },
  content: openFulfillClaims.content,
})

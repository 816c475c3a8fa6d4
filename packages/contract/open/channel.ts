import { Type } from '../type.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import {
  channelId,
  channelIdOf,
  channelName,
  channelPicture,
  displayDateOf,
  pagedList,
  userRole,
} from '../resources.ts'
import { scopes } from '../scopes.ts'

/** Specification, "Channel". */
const channel = Type.Object({
  channelId,
  channelName,
  channelImageUrl: Type.String({ description: channelPicture }),
  followerCount: Type.Integer({ minimum: 0, description: 'Number of followers' }),
  verifiedMark: Type.Boolean({ description: 'Whether the channel has a verification mark' }),
})

/** Specification, "Channel manager". The owner is `STREAMER` in the observed wire profile. Gap 1. */
const channelManager = Type.Object({
  managerChannelId: channelIdOf('The channel of the person with the role'),
  managerChannelName: Type.String({ description: 'The name of that channel' }),
  userRole: Type.Enum([...userRole.enum, 'STREAMER'], {
    description: 'The role; the owner is `STREAMER` in the wire profile `observed`',
  }),
  createdDate: displayDateOf('When the person got the role, or the owner the channel'),
})

/** Specification, "Follower". */
const follower = Type.Object({
  channelId: channelIdOf('The channel of the follower'),
  channelName,
  createdDate: displayDateOf('When the user followed the channel'),
})

/** Specification, "Subscriber". */
const subscriber = Type.Object({
  channelId: channelIdOf('The channel of the subscriber'),
  channelName,
  month: Type.Integer({ minimum: 1, description: 'Months of the subscription so far' }),
  tierNo: Type.Integer({ minimum: 1, maximum: 2, description: 'The tier of the subscription' }),
  createdDate: displayDateOf('When the subscription began'),
})

const page = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'Page number, from 0' }),
)
const size = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: limits.audienceSizeMax,
    default: limits.audienceSize,
    description: 'Entries per page',
  }),
)

/** Ids are accepted comma-separated, repeated, as `channelIds[]`, or mixed. Gap 20. */
export const listChannels = endpoint({
  method: 'GET',
  path: '/open/v1/channels',
  summary: 'Get up to 20 channels in the order of the request; unknown ids are omitted',
  auth: { kind: 'client', scope: null, acceptsToken: true },
  query: Type.Object({
    channelIds: Type.Array(Type.String(), { minItems: 1, maxItems: limits.channelIdsPerRequest }),
  }),
  content: Type.Object({ data: Type.Array(channel) }),
})

export const listStreamingRoles = endpoint({
  method: 'GET',
  path: '/open/v1/channels/streaming-roles',
  summary: "List people with a role in the user's channel: the owner first, then managers by seniority",
  auth: { kind: 'token', scope: scopes.channelManagers },
  content: Type.Object({ data: Type.Array(channelManager) }),
})

/** The specification does not define the order. */
export const listChannelFollowers = endpoint({
  method: 'GET',
  path: '/open/v1/channels/followers',
  summary: "List the followers of the user's channel, newest first",
  auth: { kind: 'token', scope: scopes.channelFollowers },
  query: Type.Object({ page, size }),
  content: pagedList(follower),
})

export const listChannelSubscribers = endpoint({
  method: 'GET',
  path: '/open/v1/channels/subscribers',
  summary:
    "List the subscribers of the user's channel: newest first (RECENT, the default) or most months first (LONGER)",
  auth: { kind: 'token', scope: scopes.channelSubscribers },
  query: Type.Object({ page, size, sort: Type.Optional(Type.Enum(['RECENT', 'LONGER'], { default: 'RECENT' })) }),
  content: pagedList(subscriber),
})

import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { emojis } from '../events.ts'
import { listChannelFollowers, listChannelSubscribers } from '../open/channel.ts'
import { limits } from '../limits.ts'
import { activityKinds, channelId, cursorList, pagedList, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const month = Type.Integer({ minimum: 1 })
const tierNo = Type.Integer({ minimum: 1, maximum: 2 })
const channelIdentity = { channelId, channelName: Type.String() }

export const listFollowers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/followers',
  summary: "List the followers of the caller's channel, newest first",
  query: listChannelFollowers.query,
  content: pagedList(Type.Object({ ...channelIdentity, createdDate: utcDate })),
})

export const listSubscribers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/subscribers',
  summary:
    "List the subscribers of the caller's channel: newest first (RECENT, the default) or most months first (LONGER)",
  query: listChannelSubscribers.query,
  content: pagedList(Type.Object({ ...channelIdentity, month, tierNo, createdDate: utcDate })),
})

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Any part of the channel name' }))

/** Each page reads on from the last, so that all of a list can be downloaded. */
const searchPage = {
  size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.audienceSearchSizeMax, default: limits.audienceSize }),
  ),
  next: Type.Optional(Type.String({ maxLength: 200 })),
}
const searchQuery = Type.Object({ name, ...searchPage })

export const searchFollowers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/followers/search',
  scans: true,
  summary: "List the followers of the caller's channel whose name contains a text, newest first; all without a name",
  query: searchQuery,
  content: cursorList(Type.Object({ ...channelIdentity, createdDate: utcDate })),
})

export const searchSubscribers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/subscribers/search',
  scans: true,
  summary: "List the subscribers of the caller's channel whose name contains a text, newest first; all without a name",
  query: searchQuery,
  content: cursorList(Type.Object({ ...channelIdentity, month, tierNo, createdDate: utcDate })),
})

/** The id of a list entry. Donations and subscriptions have the `eventId` of the event. */
const activityId = Type.String()

const activity = Type.Union([
  Type.Object({
    kind: Type.Literal('DONATION'),
    activityId,
    /** Null for an anonymous donation. */
    channelId: orNull(channelId),
    channelName: Type.String(),
    payAmount: Type.Integer(),
    donationText: Type.String(),
    emojis,
    isHidden: Type.Boolean({ description: 'Whether a moderator hid it on watch pages and overlays' }),
    createdDate: utcDate,
  }),
  Type.Object({
    kind: Type.Literal('SUBSCRIPTION'),
    activityId,
    ...channelIdentity,
    /** Null if the subscriber deleted the account. */
    channelId: orNull(channelId),
    month,
    tierNo,
    gift: orNull(
      Type.Object({
        giverName: orNull(
          Type.String({ description: 'Null for an anonymous gift, or if the giver deleted the account' }),
        ),
        count: Type.Integer({ minimum: 1, description: 'The subscriptions of the gift' }),
      }),
    ),
    createdDate: utcDate,
  }),
  Type.Object({ kind: Type.Literal('FOLLOW'), activityId, ...channelIdentity, createdDate: utcDate }),
])

export const listActivity = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/activity',
  scans: true,
  summary: "List the activity of the caller's channel, newest first: donations, subscriptions, follows",
  query: Type.Object({
    kind: Type.Optional(Type.Enum([...activityKinds])),
    name,
    sinceDate: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339' })),
    untilDate: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339; this moment is not included' })),
    ...searchPage,
  }),
  content: cursorList(activity),
})

/** Names are not unique, so several channels may match; the oldest comes first. */
export const findChannels = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels',
  summary: 'Find channels by exact name or id',
  query: Type.Object({
    nameOrId: Type.String({ minLength: 1, maxLength: 200, description: 'Exact channel name, or channel id' }),
  }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({ ...channelIdentity, channelImageUrl: orNull(Type.String()), verifiedMark: Type.Boolean() }),
      { maxItems: limits.channelsPerName },
    ),
  }),
})

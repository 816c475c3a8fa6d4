import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
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
  summary: "Who follows one's own channel, newest first",
  query: listChannelFollowers.query,
  content: pagedList(Type.Object({ ...channelIdentity, createdDate: utcDate })),
})

export const listSubscribers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/subscribers',
  summary: "Who subscribes to one's own channel: newest first (RECENT, the default) or most months first (LONGER)",
  query: listChannelSubscribers.query,
  content: pagedList(Type.Object({ ...channelIdentity, month, tierNo, createdDate: utcDate })),
})

/** Of a donation and a subscription it is the `eventId` that sessions are told. */
const activityId = Type.String()

const activity = Type.Union([
  Type.Object({
    kind: Type.Literal('DONATION'),
    activityId,
    /** Null where nobody shall know who gave. */
    channelId: orNull(channelId),
    channelName: Type.String(),
    payAmount: Type.Integer(),
    donationText: Type.String(),
    createdDate: utcDate,
  }),
  Type.Object({
    kind: Type.Literal('SUBSCRIPTION'),
    activityId,
    ...channelIdentity,
    month,
    tierNo,
    createdDate: utcDate,
  }),
  Type.Object({ kind: Type.Literal('FOLLOW'), activityId, ...channelIdentity, createdDate: utcDate }),
])

export const listActivity = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/activity',
  summary: "What happened in one's own channel, newest first: donations, subscriptions, and who follows",
  query: Type.Object({
    kind: Type.Optional(Type.Enum([...activityKinds])),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.audienceSizeMax, default: limits.audienceSize })),
    next: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  content: cursorList(activity),
})

/** Names are nobody's own, so several channels may be found; the oldest comes first. */
export const findChannels = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/channels',
  summary: 'The channels that have exactly this name, or this id',
  query: Type.Object({ named: Type.String({ minLength: 1, maxLength: 200, description: 'A name or an id' }) }),
  content: Type.Object({
    data: Type.Array(
      Type.Object({ ...channelIdentity, channelImageUrl: orNull(Type.String()), verifiedMark: Type.Boolean() }),
      { maxItems: limits.channelsPerName },
    ),
  }),
})

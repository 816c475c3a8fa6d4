import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { searchCategories as openSearchCategories } from '../open/category.ts'
import { updateLiveSetting, getLiveSetting } from '../open/live.ts'
import { categoryItem, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const live = Type.Object({ liveId: Type.Integer() })
const count = Type.Integer({ minimum: 0 })
/** The pages speak two languages. */
const bilingualCategory = Type.Object({ ...categoryItem.properties, englishName: Type.String() })
const streamKey = Type.Object({ streamKey: Type.String({ minLength: 32, maxLength: 32 }) })

export const getMe = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/me',
  summary: 'Who is signed in',
  content: Type.Object({
    channelId: Type.String(),
    channelName: Type.String(),
    email: Type.String(),
    identityVerified: Type.Boolean(),
  }),
})

export const signOut = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/web-session',
  summary: 'Sign out: the cookie of this browser stands for nobody any more',
  content: Type.Null(),
})

export const getOverview = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/studio',
  summary: "One's own channel at a glance",
  content: Type.Object({
    live: orNull(
      Type.Object({ liveId: Type.Integer(), liveTitle: Type.String(), openedDate: utcDate, viewers: count }),
    ),
    followers: count,
    subscribers: count,
    /** What a new streamer has done already. */
    hasTitle: Type.Boolean(),
    hasCategory: Type.Boolean(),
    hasStreamKey: Type.Boolean(),
    /** Where encoders send to, if the operator says so (`INGEST_URL`). */
    ingestUrl: orNull(Type.String()),
  }),
})

export const goLive = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/live',
  summary: "Put one's own channel on the air; one that is live already goes on",
  body: Type.Object({
    liveTitle: Type.Optional(Type.String({ description: 'Becomes the title in the broadcast settings' })),
  }),
  content: live,
})

export const goOffline = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/live',
  summary: "Take one's own channel off the air",
  errors: {
    notFound: 'the channel is not live',
  },
  content: live,
})

export const getSetting = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/live/setting',
  summary: "The broadcast settings of one's own channel",
  content: Type.Object({
    ...getLiveSetting.content.properties,
    category: orNull(bilingualCategory),
    adult: Type.Boolean(),
  }),
})

export const searchCategories = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/categories',
  summary: 'Categories whose Korean or English name contains the value, in the order of the open interface',
  query: openSearchCategories.query,
  content: Type.Object({ data: Type.Array(bilingualCategory) }),
})

export const updateSetting = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/live/setting',
  summary: "Change the broadcast settings of one's own channel: what is sent, and nothing else",
  body: Type.Object({ ...updateLiveSetting.body.properties, adult: Type.Optional(orNull(Type.Boolean())) }),
  content: Type.Null(),
})

export const getStreamKey = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/stream-key',
  summary: "The secret key that one's own encoder publishes with",
  content: streamKey,
})

export const rotateStreamKey = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/stream-key',
  summary: 'Make another stream key; the one before is good no more, and a broadcast that is on the air ends',
  content: streamKey,
})

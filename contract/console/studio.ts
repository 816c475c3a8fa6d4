import { Type, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { changeLiveSetting, readLiveSetting } from '../endpoints/live.ts'

const auth = { kind: 'session' } as const
const namesTheField = true
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const live = Type.Object({ liveId: Type.Integer() })
const streamKey = Type.Object({ streamKey: Type.String({ minLength: 32, maxLength: 32 }) })

export const readMe = endpoint({
  method: 'GET',
  path: '/console/v1/me',
  summary: 'Who is signed in',
  auth,
  namesTheField,
  content: Type.Object({
    channelId: Type.String(),
    channelName: Type.String(),
    email: Type.String(),
    identityVerified: Type.Boolean(),
  }),
})

export const goLive = endpoint({
  method: 'POST',
  path: '/console/v1/live',
  summary: "Put one's own channel on the air; one that is live already goes on",
  auth,
  namesTheField,
  body: Type.Object({
    liveTitle: Type.Optional(Type.String({ description: 'Becomes the title in the broadcast settings' })),
  }),
  content: live,
})

export const goOffline = endpoint({
  method: 'DELETE',
  path: '/console/v1/live',
  summary: "Take one's own channel off the air",
  auth,
  namesTheField,
  refusedWhen: {
    notFound: 'the channel is not live',
  },
  content: live,
})

export const readSetting = endpoint({
  method: 'GET',
  path: '/console/v1/live/setting',
  summary: "The broadcast settings of one's own channel",
  auth,
  namesTheField,
  content: Type.Object({ ...readLiveSetting.content.properties, adult: Type.Boolean() }),
})

export const changeSetting = endpoint({
  method: 'PATCH',
  path: '/console/v1/live/setting',
  summary: "Change the broadcast settings of one's own channel: what is sent, and nothing else",
  auth,
  namesTheField,
  body: Type.Object({ ...changeLiveSetting.body.properties, adult: Type.Optional(orNull(Type.Boolean())) }),
  content: Type.Null(),
})

export const readStreamKey = endpoint({
  method: 'GET',
  path: '/console/v1/stream-key',
  summary: "The secret key that one's own encoder publishes with",
  auth,
  namesTheField,
  content: streamKey,
})

export const rotateStreamKey = endpoint({
  method: 'POST',
  path: '/console/v1/stream-key',
  summary: 'Make another stream key; the one before is good no more, and a broadcast that is on the air ends',
  auth,
  namesTheField,
  content: streamKey,
})

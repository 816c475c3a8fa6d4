import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { restreamStatus } from '../restream.ts'
import { Type } from '../type.ts'

const targetId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const pathParams = Type.Object({ targetId })
const name = Type.String({ minLength: 1, maxLength: limits.restreamNameLength })
const rtmpUrl = Type.String({ minLength: 1, maxLength: 500, description: 'Address without the key: rtmp or rtmps' })
const streamKey = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Stream key at the target. No answer contains it',
})
const isEnabled = Type.Boolean()

export const listRestreamTargets = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/restream-targets',
  summary: "List the servers to which the caller's lives are sent too, with what happens to each now, oldest first",
  content: Type.Object({
    /** Whether the platform carries video itself: only then it can send it on. */
    isAvailable: Type.Boolean(),
    data: Type.Array(
      Type.Object({
        targetId: Type.String(),
        name: Type.String(),
        rtmpUrl: Type.String(),
        isEnabled,
        status: restreamStatus,
      }),
    ),
  }),
})

export const createRestreamTarget = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/restream-targets',
  action: 'changeRestream',
  summary: `Add a target. A channel has up to ${limits.restreamTargets}`,
  body: Type.Object({ name, rtmpUrl, streamKey, isEnabled }),
  errors: { badInput: 'also when the channel has the maximum number of targets' },
  content: Type.Object({ targetId: Type.String() }),
})

export const updateRestreamTarget = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/restream-targets/{targetId}',
  action: 'changeRestream',
  summary:
    'Update a target, at once also during a live; omitted fields keep their value. Another address needs the key again',
  pathParams,
  body: Type.Object({
    name: Type.Optional(name),
    rtmpUrl: Type.Optional(rtmpUrl),
    streamKey: Type.Optional(streamKey),
    isEnabled: Type.Optional(isEnabled),
  }),
  errors: { notFound: 'no such target of the caller' },
  content: Type.Null(),
})

export const deleteRestreamTarget = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/restream-targets/{targetId}',
  summary: 'Delete a target, and its key',
  pathParams,
  errors: { notFound: 'no such target of the caller' },
  content: Type.Null(),
})

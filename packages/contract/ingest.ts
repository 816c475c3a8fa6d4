import { Type } from './type.ts'
import { endpoint } from './endpoint.ts'
import { channelId } from './resources.ts'

/**
 * Media servers call these endpoints to check a stream key. They are not part of the open API.
 *
 * - nginx-rtmp: `on_publish http://host:port/ingest/v1/publish;` and `on_publish_done …/unpublish;` (it sends `name`).
 * - MediaMTX: `authMethod: http`, `authHTTPAddress: http://host:port/ingest/v1/publish` (it sends `action` and `path`;
 *   exclude reader actions with `authHTTPExclude`, because they are refused here), and
 *   `runOnNotReady: curl -d path=$MTX_PATH http://host:port/ingest/v1/unpublish`.
 * - Other servers: POST with `streamKey` in the query, a JSON body or a form.
 *
 * The status is 200 when the key may publish, and 403 otherwise. A media server on another machine sends the value of
 * ONAIR_INGEST_SECRET as `secret`, for example in the query. Without ONAIR_INGEST_SECRET only loopback callers are accepted.
 * Behind a proxy on the same machine every caller is a loopback caller: set ONAIR_INGEST_SECRET or ONAIR_TRUST_PROXY.
 */
const publishParameters = Type.Object({
  streamKey: Type.Optional(Type.String({ maxLength: 200 })),
  name: Type.Optional(Type.String({ maxLength: 200, description: 'The stream key as nginx-rtmp sends it' })),
  path: Type.Optional(Type.String({ maxLength: 1000, description: 'A path whose last part is the stream key' })),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Anything but "publish" is refused' })),
  secret: Type.Optional(Type.String({ maxLength: 1000 })),
})
const liveContent = Type.Object({ channelId, liveId: Type.Integer() })

export const publish = endpoint({
  method: 'POST',
  path: '/ingest/v1/publish',
  summary: 'Start a live: the channel of the stream key goes live, or stays live',
  auth: { kind: 'none' },
  parameters: publishParameters,
  errors: {
    forbidden: 'unknown stream key, an action other than publish, or a caller that is not allowed',
  },
  content: liveContent,
})

export const unpublish = endpoint({
  method: 'POST',
  path: '/ingest/v1/unpublish',
  summary: 'End a live: the channel of the stream key goes offline, or stays offline',
  auth: { kind: 'none' },
  parameters: publishParameters,
  errors: {
    forbidden: 'unknown stream key, an action other than publish, or a caller that is not allowed',
  },
  content: Type.Object({ channelId, liveId: Type.Union([Type.Integer(), Type.Null()]) }),
})

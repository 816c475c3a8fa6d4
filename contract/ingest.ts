import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { channelId } from './resources.ts'

/**
 * What media servers ask: may this stream key publish? Not part of the open interface.
 *
 * - nginx-rtmp: `on_publish http://host:port/ingest/v1/publish;` and `on_publish_done …/unpublish;` (it sends `name`).
 * - MediaMTX: `authMethod: http`, `authHTTPAddress: http://host:port/ingest/v1/publish` (it sends `action` and `path`;
 *   leave the actions of readers to `authHTTPExclude`, they are refused here), and
 *   `runOnNotReady: curl -d path=$MTX_PATH http://host:port/ingest/v1/unpublish`.
 * - Anything else: POST with `streamKey` in the query, a JSON body or a form.
 *
 * The answer is 200 when the key may publish, and 403 otherwise. A server on another machine shows the setting
 * INGEST_SECRET as `secret`, in the query of the address for example; without that setting only this machine may ask
 * (so set it, or TRUST_PROXY, where a proxy on this machine passes on what others ask).
 */
const publishParameters = Type.Object({
  streamKey: Type.Optional(Type.String({ maxLength: 200 })),
  name: Type.Optional(Type.String({ maxLength: 200, description: 'The stream key, as nginx-rtmp calls it' })),
  path: Type.Optional(Type.String({ maxLength: 1000, description: 'A path whose last part is the stream key' })),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Anything but "publish" is refused' })),
  secret: Type.Optional(Type.String({ maxLength: 1000 })),
})
const liveBroadcast = Type.Object({ channelId, liveId: Type.Integer() })

export const publish = endpoint({
  method: 'POST',
  path: '/ingest/v1/publish',
  summary: 'A broadcast begins: the channel of this stream key goes live; one that is live already stays so',
  auth: { kind: 'none' },
  parameters: publishParameters,
  errors: {
    forbidden: 'no such stream key, another action than publish, or who asks may not',
  },
  content: liveBroadcast,
})

export const unpublish = endpoint({
  method: 'POST',
  path: '/ingest/v1/unpublish',
  summary: 'A broadcast ended: the channel of this stream key goes off the air; one that is off already stays so',
  auth: { kind: 'none' },
  parameters: publishParameters,
  errors: {
    forbidden: 'no such stream key, another action than publish, or who asks may not',
  },
  content: Type.Object({ channelId, liveId: Type.Union([Type.Integer(), Type.Null()]) }),
})

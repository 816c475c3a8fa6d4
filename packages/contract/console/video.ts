import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId } from '../resources.ts'
import { streamHint } from '../stream-hints.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const size = Type.Integer({ minimum: 16, maximum: limits.videoWidth })

export const openVideo = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/live/video',
  summary: "Open the upload of a page: the caller's channel goes live, or its live continues",
  body: Type.Object({
    video: Type.Array(Type.Object({ width: size, height: size }), { minItems: 1, maxItems: limits.videoRenditions }),
    audio: Type.Boolean({ description: 'Whether the page will send audio' }),
    takeOver: Type.Optional(Type.Boolean({ description: 'Whether to end what another page or encoder sends' })),
    token: Type.Optional(
      Type.String({ maxLength: 100, description: 'The token of the upload that this one continues, after a reload' }),
    ),
  }),
  errors: {
    badInput: 'also while another page or encoder sends, and where the platform carries no video itself',
    unavailable: 'the server carries no more videos',
  },
  content: Type.Object({
    liveId: Type.Integer(),
    /** Batch `n` is PUT to `{uploadUrl}/{n}`, with the token as bearer. */
    uploadUrl: Type.String(),
    token: Type.String(),
    /** The number of the first batch. */
    next: count,
    batchMs: count,
    keyFrameSec: Type.Number(),
    /** Older batches are dropped, and the next one says so. */
    queueSec: count,
    maxKbps: count,
  }),
})

export const getVideoHealth = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/live/video',
  summary: "Get the state of the caller's video, and what is wrong with it",
  content: Type.Object({
    /** Whether the platform carries video itself. */
    isEnabled: Type.Boolean(),
    /** Where encoders publish, or null. */
    encoderUrl: orNull(Type.String()),
    /** Null while this server has no video of the channel. */
    video: orNull(
      Type.Object({
        source: Type.Enum(['page', 'encoder', 'test']),
        state: Type.Enum(['starting', 'live', 'interrupted']),
        kbps: count,
        fps: Type.Number(),
        width: orNull(Type.Integer()),
        height: orNull(Type.Integer()),
        videoCodec: orNull(Type.String()),
        audioCodec: orNull(Type.String()),
        keyFrameSec: orNull(Type.Number()),
        lostBatches: count,
        reconnects: count,
        /** How far what viewers request is behind what has arrived. Null without viewers. */
        viewersBehindSec: orNull(Type.Number()),
      }),
    ),
    /** The problems of now and of the last minutes; without a video too, such as an encoder that was refused. */
    hints: Type.Array(streamHint),
  }),
})

export const putLivePicture = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/live/video/picture',
  summary: `Show a picture of what the caller's live shows, taken from its video, in lists: a JPEG of up to ${limits.livePictureBytes / 1024} KiB and ${limits.livePictureWidth} × ${limits.livePictureHeight} pixels. Ignored within ${limits.livePictureMinSec} seconds of the one before, and while the live is for adults`,
  maxBodyMb: 1,
  body: Type.Object({
    picture: Type.String({ minLength: 1, maxLength: 200_000, description: 'The file in base64' }),
  }),
  errors: {
    badInput: 'also when the file is no such picture',
  },
  content: Type.Null(),
})

export const getPlayback = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/video',
  summary: 'Get the playlist of a live, also where not everyone may watch',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({
    isAdult: Type.Optional(Type.Boolean({ description: 'Whether the viewer has confirmed the age' })),
    watchProof,
  }),
  errors: {
    forbidden: 'the viewer may not watch the channel, or has not confirmed the age of a channel for adults',
    notFound: 'no such channel',
  },
  content: Type.Object({
    /** Null while there is nothing to play. Where not everyone may watch it works for 3 minutes: pages renew it. */
    playbackUrl: orNull(Type.String()),
  }),
})

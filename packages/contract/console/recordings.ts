import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, cursorList, utcDate } from '../resources.ts'
import { chatEntry } from './watch-events.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const recordingId = Type.String({ minLength: 1, maxLength: 36 })
const recordingParams = Type.Object({ channelId, recordingId })
const isAdult = Type.Optional(Type.Boolean({ description: 'Whether the viewer has confirmed the age' }))
/** The picture that the live had. Null: it had none, or is for adults. */
const pictureUrl = orNull(Type.String())
const watchErrors = {
  forbidden: 'the viewer may not watch the channel, or has not confirmed the age of a recording for adults',
  notFound: 'no such channel, or no such recording of it',
}

const recordingFields = {
  recordingId: Type.String(),
  /** The title of the live. Null: the channel had not chosen one. */
  title: orNull(Type.String()),
  category: orNull(
    Type.Object({ categoryId: Type.String(), categoryValue: Type.String(), englishName: Type.String() }),
  ),
  startedDate: utcDate,
  durationMs: count,
  adult: Type.Boolean(),
  pictureUrl,
}

export const listRecordings = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/recordings',
  summary: 'List the recordings of a channel that can be watched, newest first',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({ next: Type.Optional(Type.String({ maxLength: 100 })), watchProof }),
  errors: { forbidden: 'the viewer may not watch the channel', notFound: 'no such channel' },
  content: cursorList(Type.Object({ ...recordingFields, bytes: count })),
})

export const getRecording = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/recordings/{recordingId}',
  summary: 'Get a recording and where it is played',
  pathParams: recordingParams,
  query: Type.Object({ isAdult, watchProof }),
  errors: watchErrors,
  content: Type.Object({
    ...recordingFields,
    channelName: Type.String(),
    /** The HLS playlist. It answers 404 where the file is gone. */
    playbackUrl: Type.String(),
  }),
})

const replayedEntry = Type.Object({
  /** When it was sent, in the recording. */
  positionMs: count,
  entry: chatEntry,
})

export const getReplayChat = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/recordings/{recordingId}/chat',
  summary: `Get the visible chat of ${limits.replayWindowSec} seconds of a recording; of a busy chat the last of them`,
  pathParams: recordingParams,
  query: Type.Object({
    fromMs: Type.Integer({ minimum: 0, maximum: limits.recordingSec * 2_000 }),
    isAdult,
    watchProof,
  }),
  errors: watchErrors,
  content: Type.Object({ data: Type.Array(replayedEntry) }),
})

export const deleteRecording = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/recordings/{recordingId}',
  summary: 'Delete a recording and its file',
  pathParams: recordingParams,
  errors: {
    forbidden: 'the caller is not a moderator of the channel',
    notFound: 'no such channel, or no such recording of it',
  },
  content: Type.Null(),
})

const clipId = Type.String({ minLength: 1, maxLength: 36 })
const clipParams = Type.Object({ channelId, clipId })

const clipFields = {
  clipId: Type.String(),
  /** The title of the live. Null: the channel had not chosen one. */
  title: orNull(Type.String()),
  creatorChannelId: channelId,
  creatorName: Type.String(),
  createdDate: utcDate,
  /** 0 until the clip is made, which takes a second or two. */
  durationMs: count,
  adult: Type.Boolean(),
  pictureUrl,
}

export const createClip = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/clips',
  action: 'createClip',
  summary: `Make a clip of the last ${limits.clipSec} seconds of a live, where its channel allows it`,
  pathParams: Type.Object({ channelId }),
  body: Type.Object({ watchProof }),
  errors: {
    badInput: 'also when the channel, or the caller in it, has the maximum number of clips',
    forbidden: 'the channel allows no clips, or the caller is restricted or may not watch it',
    notFound: 'no such channel, or it has no video now',
  },
  content: Type.Object({ clipId: Type.String() }),
})

export const listClips = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/clips',
  summary: 'List the clips of a channel, newest first',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({ next: Type.Optional(Type.String({ maxLength: 100 })), watchProof }),
  errors: { forbidden: 'the viewer may not watch the channel', notFound: 'no such channel' },
  content: cursorList(Type.Object(clipFields)),
})

export const getClip = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/clips/{clipId}',
  summary: 'Get a clip and the address of its file',
  pathParams: clipParams,
  query: Type.Object({ isAdult, watchProof }),
  errors: {
    forbidden: 'the viewer may not watch the channel, or has not confirmed the age of a clip for adults',
    notFound: 'no such channel, or no such clip of it',
  },
  content: Type.Object({
    ...clipFields,
    channelName: Type.String(),
    /** An MP4, which `?download` saves; null until it is made. It answers 404 where the file is gone. */
    videoUrl: orNull(Type.String()),
  }),
})

export const deleteClip = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/clips/{clipId}',
  summary: 'Delete a clip and its file',
  pathParams: clipParams,
  errors: {
    forbidden: 'the caller has not made the clip, and is not a moderator of the channel',
    notFound: 'no such channel, or no such clip of it',
  },
  content: Type.Null(),
})

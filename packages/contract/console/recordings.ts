import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, cursorList, utcDate } from '../resources.ts'
import { chatEntry } from './watch-events.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const recordingId = Type.String({ minLength: 1, maxLength: 36 })
const recordingParams = Type.Object({ channelId, recordingId })
const isAdult = Type.Optional(Type.Boolean({ description: 'Whether the viewer has confirmed the age' }))
const watchErrors = {
  forbidden: 'the recording is for adults, and the viewer has not confirmed the age',
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
}

export const listRecordings = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/recordings',
  summary: 'List the recordings of a channel that can be watched, newest first',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({ next: Type.Optional(Type.String({ maxLength: 100 })) }),
  errors: { notFound: 'no such channel' },
  content: cursorList(Type.Object({ ...recordingFields, bytes: count })),
})

export const getRecording = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/recordings/{recordingId}',
  summary: 'Get a recording and where it is played',
  pathParams: recordingParams,
  query: Type.Object({ isAdult }),
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

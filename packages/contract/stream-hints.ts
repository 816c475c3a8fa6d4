import type { Static } from 'typebox'
import { stringMap, Type } from './type.ts'

/** Why there is no picture, or a bad one. */
const streamHintCode = Type.Enum([
  'WRONG_KEY',
  'NO_KEY_FRAME',
  'KEY_FRAME_INTERVAL_TOO_LONG',
  'KEY_FRAME_INTERVAL_LONG',
  'UNSUPPORTED_VIDEO_CODEC',
  'UNSUPPORTED_AUDIO_CODEC',
  'UNSUPPORTED_SIZE',
  'NO_AUDIO',
  'NO_VIDEO',
  'UPLOAD_TOO_SLOW',
  'UPLOAD_TOO_FAST',
  'CLOCK_JUMPS',
  'BATCHES_LOST',
  'INVALID_PACKETS',
  'LIVE_ELSEWHERE',
  'TOO_MANY_VIDEOS',
  'INTERRUPTED',
  'ENDED',
])
export const streamHint = Type.Object({
  code: streamHintCode,
  params: stringMap(Type.Union([Type.String(), Type.Number()])),
})
export type StreamHint = Static<typeof streamHint>

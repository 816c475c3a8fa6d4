import { limits, type StreamHint } from '@onair/contract'

/** The signs of a stream by which it is judged. Times are in seconds. */
export type StreamSigns = {
  /** Since its publisher began, and since its last packet. */
  ageSec: number
  silentSec: number
  hasVideo: boolean
  hasKeyFrame: boolean
  /** For how long it has been without frames, and without sound, while the other arrived. */
  withoutVideoSec: number
  expectsAudio: boolean
  withoutAudioSec: number
  keyFrameSec: number | null
  uploadBehindSec: number
  /** In the last minute, as are the batches that a page has left out. */
  clockJumps: number
  lostBatches: number
}

/** A publisher has so long to begin before something seems to be missing. */
const patienceSec = 3
/** Viewers of plain HLS wait for three key frames. */
const usualKeyFrameSec = 4
/** A slow network catches up within this time. */
const usualDelaySec = 3
const usualJumps = 3

/** The problems of a stream now. A good one has none. */
export function hintsOf(signs: StreamSigns): StreamHint[] {
  const { silentSec, keyFrameSec, uploadBehindSec, clockJumps, lostBatches } = signs
  if (silentSec >= limits.videoSilentSec)
    return [hint('INTERRUPTED', { leftSec: Math.max(0, Math.ceil(limits.videoGraceSec - silentSec)) })]
  const hints: StreamHint[] = []
  // A picture that does not move is no sign: a shared screen may stand still.
  if (signs.withoutVideoSec >= patienceSec) hints.push(hint('NO_VIDEO'))
  else if (signs.ageSec >= patienceSec && signs.hasVideo && !signs.hasKeyFrame) hints.push(hint('NO_KEY_FRAME'))
  if (keyFrameSec !== null && keyFrameSec > usualKeyFrameSec)
    hints.push(hint('KEY_FRAME_INTERVAL_LONG', { seconds: keyFrameSec }))
  if (signs.expectsAudio && signs.withoutAudioSec >= patienceSec) hints.push(hint('NO_AUDIO'))
  if (uploadBehindSec > usualDelaySec) hints.push(hint('UPLOAD_TOO_SLOW', { behindSec: uploadBehindSec }))
  if (clockJumps >= usualJumps) hints.push(hint('CLOCK_JUMPS', { count: clockJumps }))
  if (lostBatches > 0) hints.push(hint('BATCHES_LOST', { count: lostBatches }))
  return hints
}

function hint(code: StreamHint['code'], params: StreamHint['params'] = {}): StreamHint {
  return { code, params }
}

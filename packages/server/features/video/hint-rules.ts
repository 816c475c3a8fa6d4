import { limits, type StreamHint } from '@onair/contract'

/** The signs of a stream by which it is judged. Times are in seconds. */
export type StreamSigns = {
  /** Since its publisher began, and since its last packet. */
  ageSec: number
  silentSec: number
  hasPacket: boolean
  isPlayable: boolean
  expectsAudio: boolean
  hasAudio: boolean
  keyFrameSec: number | null
  uploadBehindSec: number
  clockJumps: number
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
  const { silentSec, keyFrameSec, uploadBehindSec, clockJumps } = signs
  if (silentSec >= limits.videoSilentSec)
    return [hint('INTERRUPTED', { leftSec: Math.max(0, Math.ceil(limits.videoGraceSec - silentSec)) })]
  const hints: StreamHint[] = []
  const isLate = signs.ageSec >= patienceSec && signs.hasPacket
  if (isLate && !signs.isPlayable) hints.push(hint('NO_KEY_FRAME'))
  if (keyFrameSec !== null && keyFrameSec > usualKeyFrameSec)
    hints.push(hint('KEY_FRAME_INTERVAL_LONG', { seconds: keyFrameSec }))
  if (isLate && signs.expectsAudio && !signs.hasAudio) hints.push(hint('NO_AUDIO'))
  if (uploadBehindSec > usualDelaySec) hints.push(hint('UPLOAD_TOO_SLOW', { behindSec: uploadBehindSec }))
  if (clockJumps >= usualJumps) hints.push(hint('CLOCK_JUMPS', { count: clockJumps }))
  return hints
}

function hint(code: StreamHint['code'], params: StreamHint['params'] = {}): StreamHint {
  return { code, params }
}

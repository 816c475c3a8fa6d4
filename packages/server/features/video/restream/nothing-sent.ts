import type { RestreamStatus } from '@onair/contract'

/** The figures of a target that gets nothing. */
export const nothingSent: Omit<RestreamStatus, 'state'> = {
  problem: null,
  retrySec: null,
  kbps: 0,
  droppedFrames: 0,
  audio: 'none',
}

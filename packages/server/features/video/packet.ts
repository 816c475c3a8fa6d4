/** The configuration of an H.264 track. `codec` is its name of RFC 6381, such as `avc1.64001f`. */
export type VideoConfig = { avcC: Buffer; width: number; height: number; codec: string }

/** The configuration of an audio track. `description` is the AudioSpecificConfig of AAC, or the OpusHead. */
export type AudioConfig = {
  kind: AudioKind
  description: Buffer
  sampleRate: number
  channels: number
  codec: string
}
export type AudioKind = 'aac' | 'opus'

/**
 * An encoded frame of a publisher. Times are microseconds of the publisher's clock: `time` decodes it, and `offset` later
 * it is shown. `rendition` is 0 for audio, which all renditions share.
 */
export type Packet = {
  track: 'video' | 'audio'
  rendition: number
  isKey: boolean
  time: number
  duration: number
  offset: number
  data: Uint8Array
}

/** Why a packet is refused. */
export type PacketProblem =
  | 'MALFORMED'
  | 'INVALID_CONFIGURATION'
  | 'INVALID_FRAME'
  | 'UNSUPPORTED_SIZE'
  | 'UNSUPPORTED_AUDIO_CODEC'
  | 'NO_CONFIGURATION'
  | 'TIME_GOES_BACK'
  | 'TOO_MANY_FRAMES'
  | 'KEY_FRAME_INTERVAL_TOO_LONG'

/** An error of a publisher, never of the server. */
export class PacketError extends Error {
  override readonly name = 'PacketError'
  readonly problem: PacketProblem

  constructor(problem: PacketProblem, detail = '') {
    super(detail === '' ? problem : `${problem}: ${detail}`)
    this.problem = problem
  }
}

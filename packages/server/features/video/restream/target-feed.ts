import type { RtmpPublisher } from '../../../infra/rtmp/publisher.ts'
import type { LiveVideo } from '../live-video.ts'
import type { AudioConfig, Packet, VideoConfig } from '../packet.ts'

/** Frames of the publisher's clock that are so far apart do not continue each other. */
const [backUs, aheadUs] = [1e6, 2e6]
/** The packets after an interruption are sent as if one frame were between. */
const frameUs = 40_000

/**
 * Gives the packets of a live to one connection: its times begin at 0 with the first key frame and never go back, also where
 * those of the live do, as after a cut. Only the first picture size is sent, and only the audio that RTMP carries.
 */
export class TargetFeed {
  readonly #publisher: RtmpPublisher
  readonly #video: LiveVideo
  /** The time of the publisher's clock that is 0 here. Null: the next key frame decides. */
  #base: number | null = null
  #lastVideo = -1
  #lastAudioMs = -1
  #interruptions: number
  #videoConfig: VideoConfig | null = null
  #audioConfig: AudioConfig | null = null

  constructor(publisher: RtmpPublisher, video: LiveVideo) {
    this.#publisher = publisher
    this.#video = video
    this.#interruptions = video.interruptions
  }

  add(packet: Packet): void {
    if (this.#interruptions !== this.#video.interruptions) this.#restart()
    if (packet.track === 'audio') this.#addAudio(packet)
    else if (packet.rendition === 0) this.#addVideo(packet)
  }

  #restart(): void {
    this.#interruptions = this.#video.interruptions
    this.#base = null
  }

  #addVideo({ isKey, time, offset, data }: Packet): void {
    if (this.#base !== null) {
      const last = this.#base + this.#lastVideo
      if (time <= last - backUs || time > last + aheadUs) this.#base = null
    }
    if (this.#base === null && !isKey) return
    this.#base ??= this.#lastVideo < 0 ? time : time - this.#lastVideo - frameUs
    if (isKey) this.#configure()
    this.#lastVideo = time - this.#base
    const timeMs = Math.round(this.#lastVideo / 1_000)
    this.#publisher.video({ isKey, timeMs, offsetMs: Math.round(offset / 1_000), data: bytesOf(data) })
  }

  #addAudio({ time, data }: Packet): void {
    if (this.#base === null || this.#audioConfig === null) return
    const timeMs = Math.round((time - this.#base) / 1_000)
    if (timeMs <= this.#lastAudioMs) return
    this.#lastAudioMs = timeMs
    this.#publisher.audio({ timeMs, data: bytesOf(data) })
  }

  #configure(): void {
    const config = this.#video.renditions[0]?.config ?? null
    const audio = this.#video.audio?.kind === 'aac' ? this.#video.audio : null
    if (config !== null && config !== this.#videoConfig) {
      const { width, height, avcC } = config
      this.#publisher.describe({ width, height, hasAudio: audio !== null })
      this.#publisher.configureVideo(avcC)
      this.#videoConfig = config
    }
    if (audio !== null && audio !== this.#audioConfig) this.#publisher.configureAudio(audio.description)
    this.#audioConfig = audio
  }
}

/** The same bytes. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

import type { StreamHint } from '@onair/contract'
import type { ReceivedLive } from '../features/video/received-live.ts'
import type { Bucket } from '../features/video/bucket.ts'
import { PacketError } from '../features/video/packet.ts'
import { hintCodeOf } from '../features/video/stream-problems.ts'
import type { LiveVideos } from '../features/video/live-videos.ts'

/*
 * The tags of FLV (Adobe's specification 10.1, E.4), as RTMP carries them: H.264 and AAC.
 */

/** The first bits of a tag of enhanced RTMP, which names its codec by four characters. */
const enhancedVideo = 0x80
const enhancedAudio = 9
const avcCodec = 7
const aacCodec = 10
const videoCodecs = new Map([
  [2, 'H.263'],
  [4, 'VP6'],
  [12, 'H.265'],
])
const audioCodecs = new Map([
  [2, 'MP3'],
  [11, 'Speex'],
  [14, 'MP3'],
])
/** Frames of AAC follow each other, unless the encoder says otherwise by more than this: its times are whole milliseconds. */
const audioDriftUs = 60_000
const aacFrameSamples = 1_024

/** Turns the tags of an encoder into packets. */
export class FlvTags {
  readonly #received: ReceivedLive
  readonly #videos: Pick<LiveVideos, 'added'>
  readonly #bytes: Bucket
  readonly #onProblem: (hint: StreamHint) => void
  #base: number | null = null
  #lastVideo = -1
  #intervalUs = 33_333
  #nextAudio: number | null = null
  #isOver = false

  /** `onProblem`: called once, with why the encoder cannot go on. */
  constructor(
    received: ReceivedLive,
    {
      videos,
      bytes,
      onProblem,
    }: { videos: Pick<LiveVideos, 'added'>; bytes: Bucket; onProblem: (hint: StreamHint) => void },
  ) {
    this.#received = received
    this.#videos = videos
    this.#bytes = bytes
    this.#onProblem = onProblem
  }

  stop(): void {
    this.#isOver = true
  }

  video(at: number, tag: Buffer): void {
    this.#guard(tag, () => this.#addVideo(at, tag))
  }

  audio(at: number, tag: Buffer): void {
    this.#guard(tag, () => this.#addAudio(at, tag))
  }

  #addVideo(at: number, tag: Buffer): void {
    const first = tag.readUInt8()
    if ((first & enhancedVideo) !== 0) return this.#refuse('UNSUPPORTED_VIDEO_CODEC', { codec: fourCharacters(tag) })
    const codec = first & 15
    if (codec !== avcCodec)
      return this.#refuse('UNSUPPORTED_VIDEO_CODEC', { codec: videoCodecs.get(codec) ?? `${codec}` })
    if (tag.length < 5) return undefined
    const { video } = this.#received
    const type = tag.readUInt8(1)
    if (type === 0) return video.configureVideo(0, tag.subarray(5))
    if (type !== 1 || tag.length === 5) return undefined
    const time = this.#videoTime(at)
    if (time === null) return undefined
    const offset = tag.readIntBE(2, 3) * 1_000
    const frame = { isKey: first >> 4 === 1, time, duration: Math.round(this.#intervalUs), offset }
    video.add({ ...frame, track: 'video', rendition: 0, data: tag.subarray(5) })
    return this.#videos.added(this.#received)
  }

  #addAudio(at: number, tag: Buffer): void {
    const codec = tag.readUInt8() >> 4
    if (codec === enhancedAudio) return this.#refuse('UNSUPPORTED_AUDIO_CODEC', { codec: fourCharacters(tag) })
    if (codec !== aacCodec)
      return this.#refuse('UNSUPPORTED_AUDIO_CODEC', { codec: audioCodecs.get(codec) ?? `${codec}` })
    if (tag.length <= 2) return undefined
    const { video } = this.#received
    if (tag.readUInt8(1) === 0) return video.configureAudio('aac', tag.subarray(2))
    if (video.audio === null) return undefined
    this.#base ??= at
    const told = (at - this.#base) * 1_000
    const duration = (aacFrameSamples * 1e6) / video.audio.sampleRate
    const follows = this.#nextAudio !== null && Math.abs(told - this.#nextAudio) <= audioDriftUs
    const time = follows && this.#nextAudio !== null ? this.#nextAudio : told
    this.#nextAudio = time + duration
    if (time < 0) return undefined
    return video.add({ track: 'audio', rendition: 0, isKey: true, time, duration, offset: 0, data: tag.subarray(2) })
  }

  /** Microseconds since the first tag. Some encoders send two frames with one time. */
  #videoTime(at: number): number | null {
    this.#base ??= at
    const told = (at - this.#base) * 1_000
    const isStep = told <= this.#lastVideo && told > this.#lastVideo - 1e6
    const time = isStep ? this.#lastVideo + 1_000 : told
    if (time < 0) return null
    const sinceLast = time - this.#lastVideo
    if (this.#lastVideo >= 0 && sinceLast > 0) this.#intervalUs += (Math.min(sinceLast, 200_000) - this.#intervalUs) / 8
    this.#lastVideo = time
    return time
  }

  #guard(tag: Buffer, add: () => void): void {
    if (this.#isOver || tag.length === 0) return
    if (!this.#bytes.take(tag.length)) return this.#refuse('UPLOAD_TOO_FAST')
    try {
      add()
    } catch (error) {
      if (!(error instanceof PacketError)) throw error
      this.#refuse(hintCodeOf(error.problem))
    }
  }

  #refuse(code: StreamHint['code'], params: StreamHint['params'] = {}): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onProblem({ code, params })
  }
}

function fourCharacters(tag: Buffer): string {
  const text = tag.toString('latin1', 1, 5)
  return /^\w{4}$/.test(text) ? text : '?'
}

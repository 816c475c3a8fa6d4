import { limits } from '@onair/contract'
import { fragment, type Sample } from './fragment.ts'
import { audioTrackId, initSegment, videoTimescale, videoTrackId } from './init-segment.ts'
import { PacketError, type AudioConfig, type Packet, type VideoConfig } from './packet.ts'
import { renderPlaylist } from './playlist.ts'
import { SegmentWindow, type Part, type Segment } from './segment-window.ts'

/** A segment ends at the first key frame after this time. */
const segmentUs = 900_000
/** A part ends before the frame with which it would be longer. A batch of a page is shorter. */
const partUs = 350_000
/** Audio that begins so long before its key frame belongs to it. */
const audioLeadUs = 60_000
/** Frames that arrive before the part ends, for a source of 120 frames per second and 10 seconds. */
const maxOpenFrames = 1_200

/** The parts of a live that its renditions have in common. */
export type Shared = {
  readonly audio: AudioConfig | null
  /** Seconds between two key frames, if the publisher has promised them. */
  readonly keyFrameSec: number | null
  /** The platform's time of a frame with this time. */
  dateOf(time: number): number
  segmentClosed(rendition: Rendition, segment: Segment): void
}

/** A picture size of a live: takes packets, and makes parts, segments and a playlist of them. */
export class Rendition {
  readonly index: number
  readonly window = new SegmentWindow()
  config: VideoConfig | null = null
  isEnded = false
  readonly #shared: Shared
  readonly #onChange: () => void
  #open: Segment | null = null
  #video: Sample[] = []
  #audio: Sample[] = []
  #sequence = 0
  #fragments = 0
  #startsEra = false
  #isInitStale = true
  #lastVideo = -1
  #lastAudio = -1
  #longestSegment = 0
  #bandwidth = 0
  #playlist: string | null = null
  #lastKey: Buffer | null = null

  /** `onChange`: called when the playlist has changed. */
  constructor(index: number, shared: Shared, onChange: () => void) {
    this.index = index
    this.#shared = shared
    this.#onChange = onChange
  }

  configure(config: VideoConfig): void {
    if (this.config?.avcC.equals(config.avcC) === true) return
    this.config = config
    this.#isInitStale = true
  }

  /** The next segment gets an init segment of its own. */
  renewInit(): void {
    this.#isInitStale = true
  }

  /** True if the packet began an era: its time does not continue the one before. */
  addVideo({ isKey, time, duration, offset, data }: Packet): boolean {
    const jumps = this.#jumps(time)
    if (jumps) this.interrupt()
    else if (time <= this.#lastVideo) throw new PacketError('TIME_GOES_BACK')
    if (this.#open === null && !isKey) return jumps
    const sinceKey = this.#open === null ? 0 : time - this.#open.start
    if (sinceKey > limits.keyFrameSec * 1e6) throw new PacketError('KEY_FRAME_INTERVAL_TOO_LONG')
    const last = this.#video.at(-1)
    if (last !== undefined) last.duration = time - last.time
    this.#splitLatePart(time)
    if (isKey && (this.#open === null || this.#isInitStale || sinceKey >= segmentUs)) {
      this.#closeSegment(time)
      this.#openSegment(time)
    }
    if (this.#video.length >= maxOpenFrames) throw new PacketError('TOO_MANY_FRAMES')
    this.#video.push({ time, duration: duration || 33_333, offset, isKey, data })
    this.#lastVideo = time
    // A copy: the frame is a part of a batch.
    if (isKey) this.#lastKey = Buffer.from(data)
    const start = this.#video[0]?.time ?? time
    if (time + 2 * duration - start > partUs) this.cutPart()
    return jumps
  }

  /** Ends the part before the last frame, if that one is shown until `time` because the next was late. */
  #splitLatePart(time: number): void {
    const [first] = this.#video
    if (this.#video.length < 2 || first === undefined || time - first.time <= limits.videoPartTargetMs * 1e3) return
    const late = this.#video.splice(-1)
    this.cutPart()
    this.#video = late
  }

  addAudio({ time, duration, data }: Packet): void {
    const from = (this.#open?.start ?? Infinity) - audioLeadUs
    if (time < from || time <= this.#lastAudio || time > this.#lastVideo + 5e6) return
    if (this.#audio.length >= maxOpenFrames) throw new PacketError('TOO_MANY_FRAMES')
    const last = this.#audio.at(-1)
    if (last !== undefined && time - last.time < 100_000) last.duration = time - last.time
    this.#audio.push({ time, duration, offset: 0, isKey: true, data })
    this.#lastAudio = time
  }

  /** Ends the era: what follows has a clock of its own, and begins with a key frame. */
  interrupt(): void {
    if (this.#lastVideo < 0) return
    this.#closeSegment()
    this.#startsEra = true
    this.#lastVideo = -1
    this.#lastAudio = -1
    this.#video = []
    this.#audio = []
  }

  /** Ends the part: what has arrived can be played. */
  cutPart(): void {
    const segment = this.#open
    const [first] = this.#video
    const last = this.#video.at(-1)
    if (segment === null || first === undefined || last === undefined) return
    const { audio } = this.#shared
    const data = fragment(++this.#fragments, [
      { id: videoTrackId, timescale: videoTimescale, samples: this.#video },
      ...(audio === null ? [] : [{ id: audioTrackId, timescale: audio.sampleRate, samples: this.#audio }]),
    ])
    this.#video = []
    this.#audio = []
    const end = last.time + last.duration
    const part: Part = { data, duration: end - first.time, isIndependent: first.isKey }
    segment.parts.push(part)
    segment.duration = end - segment.start
    segment.bytes += data.length
    if (segment.bytes > limits.videoWindowBytes) throw new PacketError('MALFORMED', 'segment size')
    this.changed()
  }

  end(): void {
    this.#closeSegment()
    this.isEnded = true
    this.changed()
  }

  changed(): void {
    this.#playlist = null
    this.#onChange()
  }

  /**
   * Whether the playlist may be requested: the interval of key frames is known, or so much is there that a player could
   * start. Its target duration would have to change otherwise.
   */
  get isPlayable(): boolean {
    if (this.window.segments.length > 0) return true
    if (this.#open === null || this.#open.parts.length === 0) return false
    return this.#shared.keyFrameSec !== null || this.#open.duration >= 2.2e6
  }

  /** The last key frame as a video of one picture, which shows it without ffmpeg. */
  still(): Buffer | null {
    if (this.config === null || this.#lastKey === null) return null
    const sample = { time: 0, duration: 1e6, offset: 0, isKey: true, data: this.#lastKey }
    const track = { id: videoTrackId, timescale: videoTimescale, samples: [sample] }
    return Buffer.concat([initSegment(this.config, null), fragment(1, [track])])
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.window.bytes + (this.#open?.bytes ?? 0)
  }

  /** Bits per second of the fullest segment, and on average. */
  get bandwidths(): { peak: number; average: number } {
    const { bytes, duration } = this.window
    const average = duration === 0 ? 1_000_000 : Math.round((bytes * 8e6) / duration)
    return { peak: Math.max(this.#bandwidth, average), average }
  }

  /** The newest segment and the number of its parts. */
  get edge(): { sequence: number; parts: number } {
    return this.#open === null
      ? { sequence: this.#sequence, parts: 0 }
      : { sequence: this.#open.sequence, parts: this.#open.parts.length }
  }

  /** The end of what can be played, on the publisher's clock. */
  get playableUntil(): number {
    const newest = this.#open ?? this.window.segments.at(-1)
    return newest === undefined ? 0 : newest.start + newest.duration
  }

  /** Whether the playlist contains this part, or this segment where `part` is null. */
  has(sequence: number, part: number | null): boolean {
    const { sequence: newest, parts } = this.edge
    return sequence < newest || (part !== null && sequence === newest && parts > part)
  }

  findSegment(sequence: number): Segment | null {
    return this.#open?.sequence === sequence ? this.#open : this.window.find(sequence)
  }

  playlist(): string {
    this.#playlist ??= renderPlaylist({
      window: this.window,
      open: this.#open,
      edge: this.edge,
      targetSec: Math.max(1, Math.round(this.#longestSegment / 1e6), this.#firstTargetSec()),
      partTargetSec: this.#partTargetMs() / 1e3,
      isEnded: this.isEnded,
    })
    return this.#playlist
  }

  /** Players stay three of them behind, so a long part of long ago does not count. */
  #partTargetMs(): number {
    const segments = this.#open === null ? this.window.segments : [...this.window.segments, this.#open]
    const durations = segments.flatMap(({ parts }) => parts.map(({ duration }) => Math.ceil(duration / 1e3)))
    return Math.max(limits.videoPartTargetMs, ...durations)
  }

  /** The target while no segment is complete. */
  #firstTargetSec(): number {
    return this.window.segments.length > 0 ? 0 : (this.#shared.keyFrameSec ?? limits.keyFrameSec)
  }

  #jumps(time: number): boolean {
    if (this.#lastVideo < 0) return false
    return time <= this.#lastVideo - 1e6 || time > this.#lastVideo + 2e6
  }

  #openSegment(time: number): void {
    if (this.config === null) throw new PacketError('NO_CONFIGURATION')
    if (this.#isInitStale) {
      this.#isInitStale = false
      if (this.window.inits.length > 0) this.#startsEra = true
      this.window.addInit(initSegment(this.config, this.#shared.audio))
    }
    this.#open = {
      sequence: this.#sequence++,
      startsEra: this.#startsEra,
      initId: this.window.inits.at(-1)?.id ?? 0,
      start: time,
      date: this.#shared.dateOf(time),
      duration: 0,
      parts: [],
      data: null,
      bytes: 0,
    }
    this.#startsEra = false
    // Audio of before the first key frame is not played.
    this.#audio = this.#audio.filter((sample) => sample.time >= time - audioLeadUs)
  }

  /** `next`: the time of the frame that follows. */
  #closeSegment(next?: number): void {
    this.cutPart()
    const segment = this.#open
    this.#open = null
    if (segment === null || segment.parts.length === 0) return
    if (next !== undefined) segment.duration = next - segment.start
    shareBytes(segment)
    this.window.add(segment)
    this.#longestSegment = Math.max(this.#longestSegment, segment.duration)
    this.#bandwidth = Math.max(this.#bandwidth, Math.round((segment.bytes * 8e6) / segment.duration))
    this.changed()
    this.#shared.segmentClosed(this, segment)
  }
}

/** The parts become views of the segment: the bytes are in memory once. */
function shareBytes(segment: Segment): void {
  const data = Buffer.concat(segment.parts.map((part) => part.data))
  let at = 0
  for (const part of segment.parts) {
    const end = at + part.data.length
    part.data = data.subarray(at, end)
    at = end
  }
  segment.data = data
}

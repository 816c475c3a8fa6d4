import type { Clock } from '../../infra/clock.ts'
import type { StreamSigns } from './hint-rules.ts'
import type { Packet } from './packet.ts'

/** Numbers are of the last seconds. */
const measuredSec = 5
const maxJoins = 100
/** Times that jump by as much as the clock has moved are those of a gap. */
const jumpMs = 1_000
/** Clock jumps and losses are a problem for so long. */
const recentMs = 60_000
const maxRecent = 1_000
/** The clocks of machines differ by less. */
const clockDrift = 0.001

type Second = { at: number; bytes: number; frames: number }

/** The figures of a stream that a studio shows: measured from its packets, in constant memory. */
export class StreamHealth {
  lostBatches = 0
  reconnects = 0
  /** When the last packet came, in process time. */
  lastPacketAt: number
  readonly #clock: Pick<Clock, 'uptime'>
  readonly #seconds: Second[] = []
  #keyFrameUs: number | null = null
  #lastKey: number | null = null
  /** When each track last arrived, or its publisher began. */
  #lastVideoAt: number
  #lastAudioAt: number
  #hasVideo = false
  #hasKeyFrame = false
  /** The time of the last frame. */
  #lastTime: number | null = null
  /** By how much more the times of the last two frames differ than those of their arrival. */
  #skewMs = 0
  #jumpedAt: number[] = []
  #lostAt: number[] = []
  /** Arrival minus the time of the packet, in milliseconds: now, and when the publisher was fastest. */
  #delayMs = 0
  #leastDelayMs = Infinity
  #behindMs: number[] = []

  constructor(clock: Pick<Clock, 'uptime'>) {
    this.#clock = clock
    this.lastPacketAt = clock.uptime()
    this.#lastVideoAt = this.lastPacketAt
    this.#lastAudioAt = this.lastPacketAt
  }

  received({ track, rendition, time, data }: Packet): void {
    const now = this.#clock.uptime()
    this.lastPacketAt = now
    const second = this.#secondOf(now)
    second.bytes += data.length
    if (track === 'audio') this.#lastAudioAt = now
    else if (rendition === 0) {
      second.frames++
      this.#measureDelay(now, time)
      this.#hasVideo = true
      this.#lastVideoAt = now
    }
  }

  /** A frame of the first rendition was added. `jumps`: its time does not continue the one before. */
  added({ isKey, time }: Packet, jumps: boolean): void {
    if (jumps) this.#jumped()
    if (isKey) this.#keyFrameAt(time)
  }

  /** The frames that follow do not continue those before. */
  interrupted(): void {
    this.#lastKey = null
  }

  /** A page has left batches out, because its network was away for too long. */
  leftOut(batches: number): void {
    this.lostBatches += batches
    const at = Array.from({ length: Math.min(batches, maxRecent) }, () => this.#clock.uptime())
    this.#lostAt = [...this.#recent(this.#lostAt), ...at].slice(-maxRecent)
  }

  /** Another publisher has time to begin. */
  reconnected(): void {
    this.reconnects++
    this.lastPacketAt = this.#clock.uptime()
    this.#lastVideoAt = this.lastPacketAt
    this.#lastAudioAt = this.lastPacketAt
    this.#hasVideo = false
    this.#hasKeyFrame = false
    this.#lastTime = null
    this.#leastDelayMs = Infinity
  }

  /** A player has requested a part that ends this long before the newest one. */
  requested(behindUs: number): void {
    this.#behindMs.push(Math.round(behindUs / 1_000))
    if (this.#behindMs.length > maxJoins) this.#behindMs.shift()
  }

  /** The signs of the stream that its packets give. */
  get signs(): Omit<StreamSigns, 'ageSec' | 'silentSec' | 'expectsAudio'> {
    return {
      hasVideo: this.#hasVideo,
      hasKeyFrame: this.#hasKeyFrame,
      withoutVideoSec: this.withoutVideoSec,
      withoutAudioSec: (this.lastPacketAt - this.#lastAudioAt) / 1_000,
      keyFrameSec: this.keyFrameSec,
      uploadBehindSec: this.uploadBehindSec,
      clockJumps: this.clockJumps,
      lostBatches: this.#recent(this.#lostAt).length,
    }
  }

  /** Since the last frame until the last packet: a stream that pauses lacks nothing. */
  get withoutVideoSec(): number {
    return (this.lastPacketAt - this.#lastVideoAt) / 1_000
  }

  get clockJumps(): number {
    return this.#recent(this.#jumpedAt).length
  }

  /** Kilobits per second. */
  get kbps(): number {
    return Math.round((this.#sum('bytes') * 8) / 1_000 / measuredSec)
  }

  get fps(): number {
    return Math.round((this.#sum('frames') / measuredSec) * 10) / 10
  }

  get keyFrameSec(): number | null {
    return this.#keyFrameUs === null ? null : Math.round(this.#keyFrameUs / 1e5) / 10
  }

  /** How much later packets arrive than those that were fastest. */
  get uploadBehindSec(): number {
    return this.#leastDelayMs === Infinity ? 0 : Math.round((this.#delayMs - this.#leastDelayMs) / 100) / 10
  }

  /** The median of what players request now. */
  get viewersBehindSec(): number | null {
    const sorted = this.#behindMs.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    return median === undefined ? null : Math.round(median / 100) / 10
  }

  /** The clock of the publisher has jumped, or frames are missing. */
  #jumped(): void {
    this.interrupted()
    if (this.#skewMs <= jumpMs) return
    this.#jumpedAt = [...this.#recent(this.#jumpedAt), this.#clock.uptime()].slice(-maxRecent)
    this.#leastDelayMs = Infinity
  }

  #measureDelay(now: number, time: number): void {
    const arrivalMs = now - this.#lastVideoAt
    this.#skewMs = this.#lastTime === null ? 0 : Math.abs((time - this.#lastTime) / 1_000 - arrivalMs)
    this.#lastTime = time
    this.#delayMs = now - time / 1_000
    this.#leastDelayMs = Math.min(this.#leastDelayMs + arrivalMs * clockDrift, this.#delayMs)
  }

  #recent(times: readonly number[]): number[] {
    const since = this.#clock.uptime() - recentMs
    return times.filter((at) => at > since)
  }

  #keyFrameAt(time: number): void {
    this.#hasKeyFrame = true
    if (this.#lastKey !== null) this.#keyFrameUs = time - this.#lastKey
    this.#lastKey = time
  }

  #secondOf(now: number): Second {
    const at = Math.floor(now / 1_000)
    let second = this.#seconds.at(-1)
    if (second?.at !== at) {
      second = { at, bytes: 0, frames: 0 }
      this.#seconds.push(second)
      if (this.#seconds.length > measuredSec + 1) this.#seconds.shift()
    }
    return second
  }

  /** The sum of the last complete seconds. */
  #sum(name: 'bytes' | 'frames'): number {
    const now = Math.floor(this.#clock.uptime() / 1_000)
    return this.#seconds.reduce((sum, one) => (one.at < now && one.at >= now - measuredSec ? sum + one[name] : sum), 0)
  }
}

import type { Clock } from '../../infra/clock.ts'
import type { Packet } from './packet.ts'

/** Numbers are of the last seconds. */
const measuredSec = 5
const maxJoins = 100

type Second = { at: number; bytes: number; frames: number }

/** The figures of a stream that a studio shows: measured from its packets, in constant memory. */
export class StreamHealth {
  lostBatches = 0
  reconnects = 0
  clockJumps = 0
  /** When the last packet came, in process time. */
  lastPacketAt: number
  readonly #clock: Pick<Clock, 'uptime'>
  readonly #seconds: Second[] = []
  #keyFrameUs: number | null = null
  #lastKey: number | null = null
  #lastAudioAt = -Infinity
  #hasVideo = false
  /** Arrival minus the time of the packet, in milliseconds: now, and when the publisher was fastest. */
  #delayMs = 0
  #leastDelayMs = Infinity
  #behindMs: number[] = []

  constructor(clock: Pick<Clock, 'uptime'>) {
    this.#clock = clock
    this.lastPacketAt = clock.uptime()
  }

  received({ track, rendition, isKey, time, data }: Packet): void {
    const now = this.#clock.uptime()
    this.lastPacketAt = now
    const second = this.#secondOf(now)
    second.bytes += data.length
    if (track === 'audio') this.#lastAudioAt = now
    else if (rendition === 0) {
      second.frames++
      this.#hasVideo = true
      this.#delayMs = now - time / 1_000
      this.#leastDelayMs = Math.min(this.#leastDelayMs, this.#delayMs)
      if (isKey) this.#keyFrameAt(time)
    }
  }

  jumped(): void {
    this.clockJumps++
    this.#restart()
  }

  /** Another publisher has time to begin. */
  reconnected(): void {
    this.reconnects++
    this.lastPacketAt = this.#clock.uptime()
    this.#restart()
  }

  /** A player has requested a part that ends this long before the newest one. */
  requested(behindUs: number): void {
    this.#behindMs.push(Math.round(behindUs / 1_000))
    if (this.#behindMs.length > maxJoins) this.#behindMs.shift()
  }

  get hasVideo(): boolean {
    return this.#hasVideo
  }

  get hasAudio(): boolean {
    return this.#clock.uptime() - this.#lastAudioAt < measuredSec * 1_000
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

  /** The times that follow are of another clock. */
  #restart(): void {
    this.#lastKey = null
    this.#leastDelayMs = Infinity
  }

  #keyFrameAt(time: number): void {
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

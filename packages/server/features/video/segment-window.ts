import { limits } from '@onair/contract'

/** A fragment that players can request before its segment is complete. Durations are in microseconds. */
export type Part = { data: Buffer; duration: number; isIndependent: boolean }

/**
 * A segment of a playlist. Its parts are views of `data` once it is closed. `start` is on the publisher's clock, `date`
 * the platform's time of its first frame. `startsEra`: its times do not continue those of the segment before.
 */
export type Segment = {
  sequence: number
  startsEra: boolean
  initId: number
  start: number
  date: number
  duration: number
  parts: Part[]
  data: Buffer | null
  bytes: number
}

export type Init = { id: number; data: Buffer }

/** The last segments of a rendition, bounded in time, bytes and number, and the init segments that they refer to. */
export class SegmentWindow {
  readonly inits: Init[] = []
  readonly segments: Segment[] = []
  /** The number of discontinuities before the first segment. */
  discontinuities = 0
  #bytes = 0
  #duration = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Microseconds. */
  get duration(): number {
    return this.#duration
  }

  addInit(data: Buffer): number {
    const id = (this.inits.at(-1)?.id ?? 0) + 1
    this.inits.push({ id, data })
    return id
  }

  findInit(id: number): Buffer | null {
    return this.inits.find((init) => init.id === id)?.data ?? null
  }

  /** Adds a closed segment, and removes the oldest ones that the window need not keep. */
  add(segment: Segment): void {
    this.segments.push(segment)
    this.#bytes += segment.bytes
    this.#duration += segment.duration
    while (this.segments.length > 1 && this.#isTooLarge()) this.#removeFirst()
  }

  find(sequence: number): Segment | null {
    const [first] = this.segments
    return first === undefined ? null : (this.segments[sequence - first.sequence] ?? null)
  }

  #isTooLarge(): boolean {
    const spare = this.#duration - (this.segments[0]?.duration ?? 0)
    return (
      this.#bytes > limits.videoWindowBytes ||
      this.segments.length > limits.videoWindowSegments ||
      spare >= limits.videoWindowSec * 1e6
    )
  }

  #removeFirst(): void {
    const removed = this.segments.shift()
    if (removed === undefined) return
    this.#bytes -= removed.bytes
    this.#duration -= removed.duration
    if (removed.startsEra) this.discontinuities++
    const oldest = this.segments[0]?.initId ?? 0
    while (this.inits.length > 1 && (this.inits[0]?.id ?? 0) < oldest) this.inits.shift()
  }
}

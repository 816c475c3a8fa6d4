import type { SlicedWork, TimeSlices } from '../time-slices.ts'

/** Something that writes what is pending for one socket. It may be called when nothing is pending. */
export type SocketWriter = { flush(): void }

/**
 * Orders the writes to sockets: those that do not fit into a slice of the event loop wait for later ones, first in, first
 * out. Frames of busy channels are gathered for a few milliseconds, because a write costs far more than its bytes.
 */
export class WriteScheduler implements SlicedWork {
  readonly #slices: TimeSlices
  /** How long frames of a busy channel wait for further ones. */
  readonly #gatherMs: number
  #queue: SocketWriter[] = []
  #queueStart = 0
  #gathered: SocketWriter[] = []
  /** The frames that were combined last, and their bytes: sockets of one channel mostly have the same ones pending. */
  #combined: { frames: readonly Buffer[]; bytes: Buffer } | null = null

  constructor(slices: TimeSlices, gatherMs: number) {
    this.#slices = slices
    this.#gatherMs = gatherMs
  }

  /** True when the caller may write immediately. Otherwise the caller must `schedule` the write. */
  tryAcquire(): boolean {
    return this.#slices.spend()
  }

  schedule(writer: SocketWriter): void {
    this.#queue.push(writer)
    this.#slices.add(this)
  }

  /** Schedules a write that waits for further frames. */
  gather(writer: SocketWriter): void {
    if (this.#gathered.push(writer) === 1) setTimeout(this.#scheduleGathered, this.#gatherMs)
  }

  run(): boolean {
    while (this.#queueStart < this.#queue.length) {
      if (!this.#slices.spend()) return false
      this.#queue[this.#queueStart++]!.flush()
    }
    this.#queue = []
    this.#queueStart = 0
    this.#combined = null
    return true
  }

  combine(frames: readonly Buffer[]): Buffer {
    if (frames.length === 1) return frames[0]!
    if (this.#combined === null || !isEqual(this.#combined.frames, frames))
      this.#combined = { frames, bytes: Buffer.concat(frames) }
    return this.#combined.bytes
  }

  readonly #scheduleGathered = (): void => {
    if (this.#queue.length === 0) this.#queue = this.#gathered
    else for (const writer of this.#gathered) this.#queue.push(writer)
    this.#gathered = []
    this.#slices.add(this)
  }
}

function isEqual(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  if (one.length !== other.length) return false
  for (let index = one.length - 1; index >= 0; index--) if (one[index] !== other[index]) return false
  return true
}

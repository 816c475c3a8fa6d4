import { processTime } from '../../infra/clock.ts'

/** Something that writes what is pending for one socket. It may be called when nothing is pending. */
export type SocketWriter = { flush(): void }

export type WriteLimits = {
  /** At most this many sockets are written in one tick of the event loop. */
  writesPerTick: number
  /** The writes of one tick end after this time. */
  writeSliceMs: number
  /** How long frames of a busy channel wait for further ones. */
  gatherMs: number
}

/** Reading the time for every write would cost as much as some of them. */
const writesPerTimeCheck = 16

/**
 * Limits the socket writes in one tick of the event loop; further writes wait for later ticks,
 * first in, first out. An event for thousands of sockets must not block everything else until the
 * last of them is written. Frames of busy channels are gathered for a few milliseconds, because a
 * write costs far more than its bytes.
 */
export class WriteScheduler {
  readonly #limits: WriteLimits
  #queue: SocketWriter[] = []
  #queueStart = 0
  #gathered: SocketWriter[] = []
  #remaining: number
  #sliceEndsAt = 0
  #isTickScheduled = false
  /** The frames that were combined last, and their bytes: sockets of one channel mostly have the same ones pending. */
  #combined: { frames: readonly Buffer[]; bytes: Buffer } | null = null

  constructor(limits: WriteLimits) {
    this.#limits = limits
    this.#remaining = limits.writesPerTick
  }

  /** True when the caller may write immediately. Otherwise the caller must `schedule` the write. */
  tryAcquire(): boolean {
    if (this.#remaining === 0) return false
    this.#scheduleTick()
    this.#remaining--
    if (this.#remaining % writesPerTimeCheck === 0 && processTime() >= this.#sliceEndsAt) this.#remaining = 0
    return true
  }

  schedule(writer: SocketWriter): void {
    this.#queue.push(writer)
    this.#scheduleTick()
  }

  /** Schedules a write that waits for further frames. */
  gather(writer: SocketWriter): void {
    if (this.#gathered.push(writer) === 1) setTimeout(this.#scheduleGathered, this.#limits.gatherMs)
  }

  combine(frames: readonly Buffer[]): Buffer {
    if (frames.length === 1) return frames[0]!
    if (this.#combined === null || !isEqual(this.#combined.frames, frames))
      this.#combined = { frames, bytes: Buffer.concat(frames) }
    return this.#combined.bytes
  }

  #scheduleTick(): void {
    if (this.#isTickScheduled) return
    this.#isTickScheduled = true
    this.#sliceEndsAt = processTime() + this.#limits.writeSliceMs
    setImmediate(this.#runTick)
  }

  readonly #scheduleGathered = (): void => {
    if (this.#queue.length === 0) this.#queue = this.#gathered
    else for (const writer of this.#gathered) this.#queue.push(writer)
    this.#gathered = []
    if (!this.#isTickScheduled) this.#runTick()
  }

  readonly #runTick = (): void => {
    this.#isTickScheduled = false
    const { writesPerTick, writeSliceMs } = this.#limits
    const endsAt = processTime() + writeSliceMs
    let writes = 0
    while (this.#queueStart < this.#queue.length && writes < writesPerTick) {
      this.#queue[this.#queueStart++]!.flush()
      if (++writes % writesPerTimeCheck === 0 && processTime() >= endsAt) break
    }
    if (this.#queueStart === this.#queue.length) {
      this.#queue = []
      this.#queueStart = 0
      this.#remaining = writesPerTick - writes
      this.#combined = null
    } else {
      this.#remaining = 0
      this.#scheduleTick()
    }
  }
}

function isEqual(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  if (one.length !== other.length) return false
  for (let index = one.length - 1; index >= 0; index--) if (one[index] !== other[index]) return false
  return true
}

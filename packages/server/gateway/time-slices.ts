import { processTime } from '../infra/clock.ts'

/** Work that takes one unit after another while `spend` allows it. */
export type SlicedWork = {
  /** Continues. True when nothing is left. */
  run(): boolean
}

export type SliceLimits = {
  /** The time that one tick of the event loop spends on sockets. */
  sliceMs: number
  /** Reading the time for every unit would cost as much as some of them. */
  unitsPerCheck: number
}

const defaultLimits: SliceLimits = { sliceMs: 4, unitsPerCheck: 16 }

/**
 * The share of each tick of the event loop that a gateway spends on passing events to sockets and on writing to them, so
 * that an event for thousands does not block everything else. A unit is one socket that gets an event, or one write. What
 * does not fit waits for the next tick, where the work that ran first comes last.
 */
export class TimeSlices {
  readonly #limits: SliceLimits
  readonly #waiting: SlicedWork[] = []
  #untilCheck = 0
  #endsAt = 0
  #isOver = false
  #isTickScheduled = false

  constructor(limits: Partial<SliceLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** True when the caller may do one unit of work now. */
  spend(): boolean {
    if (this.#isOver) return false
    if (!this.#isTickScheduled) this.#begin()
    if (--this.#untilCheck === 0) {
      this.#untilCheck = this.#limits.unitsPerCheck
      this.#isOver = processTime() >= this.#endsAt
    }
    return true
  }

  /** Runs the work from the next tick on, until nothing of it is left. */
  add(work: SlicedWork): void {
    if (this.#waiting.includes(work)) return
    this.#waiting.push(work)
    if (!this.#isTickScheduled) this.#begin()
  }

  /** Begins the slice that ends with the next tick. */
  #begin(): void {
    this.#isOver = false
    this.#untilCheck = this.#limits.unitsPerCheck
    this.#endsAt = processTime() + this.#limits.sliceMs
    this.#isTickScheduled = true
    setImmediate(this.#runTick)
  }

  readonly #runTick = (): void => {
    this.#isTickScheduled = false
    this.#isOver = false
    let rest = this.#waiting.length
    if (rest === 0) return
    this.#begin()
    for (; rest > 0 && !this.#isOver; rest--) {
      const work = this.#waiting.shift()!
      if (!work.run()) this.add(work)
    }
  }
}

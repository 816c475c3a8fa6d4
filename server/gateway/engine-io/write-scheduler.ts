/**
 * Limits the socket writes in one tick of the event loop; further writes wait for later ticks,
 * first in, first out. An event for thousands of sockets must not block everything else until the
 * last of them is written.
 */
export class WriteScheduler {
  readonly #writesPerTick: number
  readonly #queue: (() => void)[] = []
  #remaining: number
  #isTickScheduled = false

  constructor(writesPerTick: number) {
    this.#writesPerTick = writesPerTick
    this.#remaining = writesPerTick
  }

  /** True when the caller may write immediately. Otherwise the caller must `schedule` the write. */
  tryAcquire(): boolean {
    if (this.#remaining === 0) return false
    this.#remaining--
    this.#scheduleTick()
    return true
  }

  schedule(write: () => void): void {
    this.#queue.push(write)
    this.#scheduleTick()
  }

  #scheduleTick(): void {
    if (this.#isTickScheduled) return
    this.#isTickScheduled = true
    setImmediate(this.#runTick)
  }

  readonly #runTick = (): void => {
    this.#isTickScheduled = false
    const batch = this.#queue.splice(0, this.#writesPerTick)
    this.#remaining = this.#writesPerTick - batch.length
    for (const write of batch) write()
    if (this.#queue.length > 0) this.#scheduleTick()
  }
}

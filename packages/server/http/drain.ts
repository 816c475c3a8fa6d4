import type { Clock } from '../infra/clock.ts'

/** A proxy that has not probed for this long does not probe. */
const probingMs = 10_000
/** Within this time every proxy has probed that does so at least every two seconds. */
const roundMs = 2_000
/** How long to wait, after two rounds, for the probe that ends them. */
const graceMs = 3_000

/**
 * Tells the proxies that probe this process whether it takes calls. At the end of the process `start` waits until they
 * know, while the process still takes calls: a proxy that does not know sends calls to a port that is closed. In a first
 * round the answer stays the same, so that the proxies know a process that started a moment ago before they lose this one.
 */
export class Drain {
  readonly #clock: Pick<Clock, 'after' | 'uptime'>
  readonly #known = Promise.withResolvers<void>()
  #probedAt = -Infinity
  #startedAt = Infinity

  constructor(clock: Pick<Clock, 'after' | 'uptime'>) {
    this.#clock = clock
  }

  /** Answers a probe: whether proxies may send calls. */
  probe(): boolean {
    this.#probedAt = this.#clock.uptime()
    const drainedMs = this.#probedAt - this.#startedAt
    if (drainedMs >= 2 * roundMs) this.#known.resolve()
    return drainedMs < roundMs
  }

  /** Resolves when the proxies know, at once if none probes. */
  async start(): Promise<void> {
    this.#startedAt = this.#clock.uptime()
    if (this.#startedAt - this.#probedAt > probingMs) {
      this.#startedAt -= roundMs
      return
    }
    using _timeout = this.#clock.after(2 * roundMs + graceMs, () => this.#known.resolve())
    await this.#known.promise
  }
}

import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'

/** The database is asked in this interval until it responds. */
const probeIntervalMs = 250

/** Follows whether the database responds, by the results of all statements and, after a failure, by probes. */
export class Availability implements Disposable {
  readonly #clock: Pick<Clock, 'after'>
  readonly #log: Log
  readonly #probe: () => Promise<unknown>
  readonly #handlers = new Set<{ handler: () => void }>()
  #isAvailable = true
  #isClosed = false
  #timer: Disposable | null = null

  /** `probe` runs a statement, whose result is reported as that of any other. */
  constructor({ clock, log, probe }: { clock: Pick<Clock, 'after'>; log: Log; probe: () => Promise<unknown> }) {
    this.#clock = clock
    this.#log = log
    this.#probe = probe
  }

  get isAvailable(): boolean {
    return this.#isAvailable
  }

  /** Calls `handler` each time the database responds again. */
  onRecovered(handler: () => void): Disposable {
    const entry = { handler }
    this.#handlers.add(entry)
    return { [Symbol.dispose]: () => void this.#handlers.delete(entry) }
  }

  reportSuccess(): void {
    if (this.#isAvailable) return
    this.#isAvailable = true
    this.#log.info({}, 'database.recovered')
    this.#timer?.[Symbol.dispose]()
    for (const { handler } of this.#handlers) handler()
  }

  reportFailure(): void {
    if (!this.#isAvailable) return
    this.#isAvailable = false
    this.#log.warn({}, 'database.disconnected')
    this.#probeLater()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#timer?.[Symbol.dispose]()
  }

  #probeLater(): void {
    if (this.#isAvailable || this.#isClosed) return
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#clock.after(probeIntervalMs, () => {
      this.#probe().catch(() => this.#probeLater())
    })
  }
}

import { subscribe, resetTopic } from '../../../shared/bus-messages.ts'
import { repeat } from '../../../shared/repeat.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'

/** Sums of the last interval are lost when a process is killed. In process time. */
export const flushIntervalMs = 5_000
/** Sums that wait. What needs another one is not counted, so that no process grows. */
const maxSums = 20_000
const sumsPerWrite = 2_000

export type SumDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>
type Options<Sum> = {
  /** The name begins its entries in the log. */
  name: 'traffic' | 'usage'
  /** Adds to `sum` one of the same key. */
  merge: (sum: Sum, other: Sum) => void
  write: (tx: Tx, sums: Sum[]) => Promise<void>
}

/** Sums by key, in memory, which are written in batches, so that no call waits for a write. */
export class FlushedSums<Sum> implements AsyncDisposable {
  readonly #options: Options<Sum>
  readonly #deps: SumDeps
  readonly #opened = new AsyncDisposableStack()
  #sums = new Map<string, Sum>()
  #dropped = 0

  private constructor(options: Options<Sum>, deps: SumDeps) {
    this.#options = options
    this.#deps = deps
  }

  static async open<Sum>(options: Options<Sum>, deps: SumDeps): Promise<FlushedSums<Sum>> {
    const sums = new FlushedSums(options, deps)
    sums.#opened.use(await subscribe(deps.bus, resetTopic, () => sums.#sums.clear()))
    const onError = (error: unknown) => deps.log.warn({ error: String(error) }, `${options.name}.write_failed`)
    sums.#opened.defer(() => sums.flush().catch(onError))
    sums.#opened.use(repeat(() => sums.flush(), { clock: deps.clock, intervalMs: flushIntervalMs, onError }))
    return sums
  }

  /** The sum of a key, to which the caller adds. Null when it is not counted. */
  of(key: string, create: () => Sum): Sum | null {
    const known = this.#sums.get(key)
    if (known !== undefined) return known
    if (this.#sums.size >= maxSums) {
      this.#dropped += 1
      return null
    }
    const sum = create()
    this.#sums.set(key, sum)
    return sum
  }

  /** Writes the sums. Those that could not be written wait for the next time. */
  async flush(): Promise<void> {
    const { db, log } = this.#deps
    if (this.#dropped > 0) log.warn({ count: this.#dropped }, `${this.#options.name}.samples_dropped`)
    this.#dropped = 0
    const waiting = [...this.#sums]
    this.#sums.clear()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, sumsPerWrite).map(([, sum]) => sum)
      try {
        await db.transaction((tx) => this.#options.write(tx, batch))
      } catch (error) {
        for (const [key, sum] of waiting) {
          const newer = this.of(key, () => sum)
          if (newer !== null && newer !== sum) this.#options.merge(newer, sum)
        }
        throw error
      }
      waiting.splice(0, batch.length)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened[Symbol.asyncDispose]()
  }
}

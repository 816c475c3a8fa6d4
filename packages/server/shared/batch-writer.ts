import type { Clock } from '../infra/clock.ts'
import type { Metrics } from '../infra/observability/metrics.ts'

export type BatchWriterOptions<T> = {
  /** The name of its queue in the metrics. */
  name: string
  clock: Pick<Clock, 'after'>
  metrics: Pick<Metrics, 'observeQueue'>
  write: (batch: T[]) => Promise<void>
  /** Called when a batch could not be written. Returns the rows to write again. */
  onError: (error: unknown, batch: T[]) => T[]
  maxRows: number
  /** Requires `sizeOf`. A batch holds at most this many bytes, or one row. */
  maxBytes?: number
  sizeOf?: (row: T) => number
  /**
   * How long rows wait for others before they are written. Defaults to 0: written immediately when
   * no write runs.
   */
  delayMs?: number
  /**
   * Pause before failed rows are written again. Without it they wait for the next `add` or `flush`.
   */
  retryMs?: number
}

/** Writes rows together, in the order they were added, one batch at a time. Disposing flushes. */
export class BatchWriter<T> implements AsyncDisposable {
  readonly #options: BatchWriterOptions<T>
  readonly #observation: Disposable
  #pending: T[] = []
  #flushing: Promise<void> | null = null
  #timer: Disposable | null = null

  constructor(options: BatchWriterOptions<T>) {
    this.#options = options
    this.#observation = options.metrics.observeQueue(this)
  }

  get name(): string {
    return this.#options.name
  }

  get pendingRows(): number {
    return this.#pending.length
  }

  add(row: T): void {
    const { clock, delayMs = 0, maxRows } = this.#options
    this.#pending.push(row)
    if (delayMs === 0 || this.#pending.length >= maxRows) void this.flush()
    else if (this.#flushing === null) this.#timer ??= clock.after(delayMs, () => void this.flush())
  }

  /**
   * Writes all pending rows. Never rejects: a failed write goes to `onError`, and without `retryMs`
   * ends the flush.
   */
  async flush(): Promise<void> {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    if (this.#pending.length > 0) this.#flushing ??= this.#writePending()
    await this.#flushing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flushing
    await this.flush()
    this.#observation[Symbol.dispose]()
  }

  async #writePending(): Promise<void> {
    const { clock, retryMs } = this.#options
    while (this.#pending.length > 0) {
      if (await this.#writeBatch()) continue
      if (retryMs === undefined) break
      await new Promise<void>((resolve) => void clock.after(retryMs, resolve))
    }
    this.#flushing = null
  }

  async #writeBatch(): Promise<boolean> {
    const batch = this.#pending.splice(0, this.#batchLength())
    try {
      await this.#options.write(batch)
      return true
    } catch (error) {
      this.#pending.unshift(...this.#options.onError(error, batch))
      return false
    }
  }

  #batchLength(): number {
    const { maxRows, maxBytes = Infinity, sizeOf = () => 0 } = this.#options
    let bytes = 0
    const end = this.#pending.findIndex((row, index) => {
      bytes += sizeOf(row)
      return index === maxRows || (index > 0 && bytes > maxBytes)
    })
    return end === -1 ? this.#pending.length : end
  }
}

const minRetryMs = 250
const maxRetryMs = 4_000
const timeoutMs = 10_000
/** After failures for this long another process may have the live: the page asks where to send. */
const lostAfterMs = 10_000
/** After so long a failure the live has ended, and the page does not start another by itself. */
const endedAfterMs = 60_000

/** Why nothing can be sent any more. */
export type UploadEnd = 'TAKEN_OVER' | 'LIVE_ENDED'

/** `next` is the number of the first batch; `queueSec` the longest interruption that is bridged without a loss. */
export type UploadTarget = { uploadUrl: string; token: string; next: number; batchMs: number; queueSec: number }

type Events = {
  /** The server has missed frames: the encoder sends a key frame. */
  onLoss: () => void
  /** The server does not know the token, or does not answer: `retarget` follows. */
  onTargetLost: () => void
  onEnd: (reason: UploadEnd) => void
}

type Answer = { message?: string; reason?: string; next?: number }
type Batch = { n: number; body: Blob; isAfterGap: boolean }

/** Sends batches in order, and again until the server has them. Holds `queueSec` of them and then drops the oldest. */
export class UploadQueue {
  #target: UploadTarget
  readonly #events: Events
  readonly #batches: Batch[] = []
  readonly #maxBatches: number
  readonly #aborted = new AbortController()
  #next: number
  #sending: Promise<void> | null = null
  #isOver = false
  #failingSince: number | null = null
  #isTargetLost = false
  readonly counts = { bytes: 0, lost: 0, retries: 0, lastRefusal: null as string | null }

  constructor(target: UploadTarget, events: Events) {
    this.#target = target
    this.#events = events
    this.#next = target.next
    this.#maxBatches = Math.ceil((target.queueSec * 1_000) / target.batchMs)
  }

  get waiting(): number {
    return this.#batches.length
  }

  push(body: Blob): void {
    if (this.#isOver) return
    this.#batches.push({ n: this.#next++, body, isAfterGap: false })
    // The server may have the first already: it stays until it is answered.
    while (this.#batches.length > this.#maxBatches) this.#drop(1)
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null))
  }

  /** Sends what waits, and what follows, to a new target of the same live. */
  retarget(target: UploadTarget): void {
    this.#target = target
    this.#isTargetLost = false
    this.#next = target.next
    for (const batch of this.#batches) batch.n = this.#next++
  }

  /** Waits until all batches are sent, at most for `timeoutMs`, and takes no more. */
  async close(timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.stop(), timeoutMs)
    await this.#sending
    clearTimeout(timer)
    this.stop()
  }

  stop(): void {
    this.#isOver = true
    this.#aborted.abort()
  }

  async #sendAll(): Promise<void> {
    let delayMs = minRetryMs
    for (let batch = this.#batches[0]; batch !== undefined && !this.#isOver; batch = this.#batches[0]) {
      if (await this.#send(batch)) {
        this.#batches.shift()
        this.#failingSince = null
        delayMs = minRetryMs
      } else {
        this.#onFailure()
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        delayMs = Math.min(maxRetryMs, delayMs * 2)
      }
    }
  }

  /** Whether the batch is done. */
  async #send(batch: Batch): Promise<boolean> {
    const { uploadUrl, token } = this.#target
    try {
      const response = await fetch(`${uploadUrl}/${batch.n}${batch.isAfterGap ? '?gap=1' : ''}`, {
        method: 'PUT',
        body: batch.body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#aborted.signal]),
      })
      const answer: Answer = await response.json().catch(() => ({}))
      return token === this.#target.token && this.#settle(batch, response.status, answer)
    } catch {
      return false
    }
  }

  #settle(batch: Batch, status: number, { message, reason }: Answer): boolean {
    if (status === 200) {
      this.counts.bytes += batch.body.size
      if (batch.isAfterGap) this.#events.onLoss()
      return true
    }
    if (status === 413 || status === 422) {
      this.counts.lost += 1
      this.counts.lastRefusal = reason ?? message ?? null
      this.#markGapBefore(this.#batches[1])
      this.#events.onLoss()
      return true
    }
    if (status === 410) {
      this.#end(message === 'UPLOAD_TAKEN_OVER' ? 'TAKEN_OVER' : 'LIVE_ENDED')
      return true
    }
    // The server has missed batches: it goes on at this one.
    if (status === 409) this.#markGapBefore(batch)
    if (status === 401 || status === 404) this.#loseTarget()
    return false
  }

  #onFailure(): void {
    const now = performance.now()
    this.counts.retries += 1
    this.#failingSince ??= now
    const failingMs = now - this.#failingSince
    if (failingMs > endedAfterMs) this.#end('LIVE_ENDED')
    else if (failingMs > lostAfterMs) this.#loseTarget()
  }

  #loseTarget(): void {
    if (this.#isTargetLost) return
    this.#isTargetLost = true
    this.#events.onTargetLost()
  }

  #end(reason: UploadEnd): void {
    if (this.#isOver) return
    this.stop()
    this.#events.onEnd(reason)
  }

  #drop(index: number): void {
    this.#batches.splice(index, 1)
    this.counts.lost += 1
    this.#markGapBefore(this.#batches[index])
  }

  #markGapBefore(batch: Batch | undefined): void {
    if (batch) batch.isAfterGap = true
  }
}

import type { Writable } from 'node:stream'

import type { Clock } from '../../infra/clock.ts'
import { Deadlines } from '../../shared/deadlines.ts'

export type SlowConsumerLimits = { maxPendingBytes: number; maxPendingPackets: number; maxPendingMs: number }

/** `endOffset` counts the bytes of this and all earlier pending writes. */
type PendingWrite = { endOffset: number; packets: number }

/**
 * Calls `onExceeded` when a client does not read: when the bytes, the packets or the age of what is
 * pending in its stream exceed the limits.
 */
export class SlowConsumerGuard implements Disposable {
  readonly #stream: Pick<Writable, 'writableLength'>
  readonly #limits: SlowConsumerLimits
  readonly #onExceeded: () => void
  readonly #pending: Deadlines<PendingWrite>
  #bytes = 0
  #packets = 0

  constructor(
    stream: Pick<Writable, 'writableLength'>,
    clock: Clock,
    limits: SlowConsumerLimits,
    onExceeded: () => void,
  ) {
    this.#stream = stream
    this.#limits = limits
    this.#onExceeded = onExceeded
    this.#pending = new Deadlines(clock, limits.maxPendingMs, (write) => this.#expire(write))
  }

  /**
   * To be called after each write that left bytes pending. Most writes leave none, and need no
   * call.
   */
  addPending(bytes: number, packets: number): void {
    this.#bytes += bytes
    this.#dropFlushed()
    this.#packets += packets
    this.#pending.set({ endOffset: this.#bytes, packets })
    const { maxPendingBytes, maxPendingPackets } = this.#limits
    if (this.#stream.writableLength > maxPendingBytes || this.#packets > maxPendingPackets) this.#onExceeded()
  }

  [Symbol.dispose](): void {
    this.#pending[Symbol.dispose]()
  }

  #dropFlushed(): void {
    for (const write of this.#pending.keys()) {
      if (!this.#isFlushed(write)) return
      this.#pending.delete(write)
      this.#packets -= write.packets
    }
  }

  #expire(write: PendingWrite): void {
    if (this.#isFlushed(write)) this.#packets -= write.packets
    else this.#onExceeded()
  }

  #isFlushed({ endOffset }: PendingWrite): boolean {
    return endOffset <= this.#bytes - this.#stream.writableLength
  }
}

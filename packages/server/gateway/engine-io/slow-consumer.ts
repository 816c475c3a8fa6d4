import type { Writable } from 'node:stream'

import type { Clock } from '../../infra/clock.ts'
import { Deadlines } from '../../shared/deadlines.ts'
import type { PendingReader, PendingTotal } from './pending-total.ts'

export type SlowConsumerLimits = { maxPendingBytes: number; maxPendingPackets: number; maxPendingMs: number }

/** `endOffset` counts the bytes of this and all earlier pending writes. */
type PendingWrite = { endOffset: number; packets: number }

/** The memory of a pending write in addition to its bytes. */
const overheadBytes = 512

type SlowConsumerOptions = { clock: Clock; limits: SlowConsumerLimits; pendingTotal: PendingTotal }

/**
 * Calls `onExceeded` when a client does not read: when the bytes, the packets or the age of what is
 * pending in its source (a stream or a transport) exceed the limits, or when it has the most
 * pending bytes and all clients together exceed theirs.
 */
export class SlowConsumerGuard implements PendingReader, Disposable {
  readonly #source: Pick<Writable, 'writableLength'>
  readonly #limits: SlowConsumerLimits
  readonly #pendingTotal: PendingTotal
  readonly #onExceeded: () => void
  readonly #pending: Deadlines<PendingWrite>
  #writtenBytes = 0
  #packets = 0

  constructor(
    source: Pick<Writable, 'writableLength'>,
    { clock, limits, pendingTotal }: SlowConsumerOptions,
    onExceeded: () => void,
  ) {
    this.#source = source
    this.#limits = limits
    this.#pendingTotal = pendingTotal
    this.#onExceeded = onExceeded
    this.#pending = new Deadlines(clock, limits.maxPendingMs, (write) => this.#expire(write))
  }

  /**
   * Call it after each write that left bytes pending. Most writes leave none, and need no call.
   */
  addPending(bytes: number, packets: number): void {
    this.#writtenBytes += bytes
    this.#dropFlushed()
    this.#packets += packets
    this.#pending.set({ endOffset: this.#writtenBytes, packets })
    const { maxPendingBytes, maxPendingPackets } = this.#limits
    if (this.#source.writableLength > maxPendingBytes || this.#packets > maxPendingPackets) this.disconnect()
    else this.#pendingTotal.update(this)
  }

  get pendingBytes(): number {
    this.#dropFlushed()
    return this.#source.writableLength + this.#packets * overheadBytes
  }

  disconnect(): void {
    this.#pendingTotal.countDropped(this.#packets)
    this.#packets = 0
    this.#onExceeded()
  }

  [Symbol.dispose](): void {
    this.#pendingTotal.delete(this)
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
    else this.disconnect()
  }

  #isFlushed({ endOffset }: PendingWrite): boolean {
    return endOffset <= this.#writtenBytes - this.#source.writableLength
  }
}

import type { Writable } from 'node:stream'
import type { Clock } from '../../infra/clock.ts'
import { Deadlines } from '../../shared/deadlines.ts'

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

/** A client that has not read everything. */
type PendingReader = {
  /** The memory that its pending writes take. */
  readonly pendingBytes: number
  /** Disconnects the client, which frees that memory. */
  disconnect(): void
}

/**
 * Bounds what all clients together have not read. Above the limit those with the most pending bytes are disconnected until
 * an eighth of the limit is free.
 */
export class PendingTotal {
  readonly #maxBytes: number
  /** Bytes when they were last counted. What a client has read since is found out when the limit seems to be reached. */
  readonly #bytesByReader = new Map<PendingReader, number>()
  #total = 0
  #droppedPackets = 0
  #recountAt: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#recountAt = maxBytes
  }

  /** Packets that were pending for clients that were disconnected because of a limit. */
  get droppedPackets(): number {
    return this.#droppedPackets
  }

  countDropped(packets: number): void {
    this.#droppedPackets += packets
  }

  /** To be called when bytes of a client became pending. */
  update(reader: PendingReader): void {
    this.#count(reader)
    if (this.#total > this.#recountAt) this.#recount()
  }

  delete(reader: PendingReader): void {
    this.#total -= this.#bytesByReader.get(reader) ?? 0
    this.#bytesByReader.delete(reader)
  }

  #count(reader: PendingReader): void {
    const bytes = reader.pendingBytes
    this.#total += bytes - (this.#bytesByReader.get(reader) ?? 0)
    if (bytes === 0) this.#bytesByReader.delete(reader)
    else this.#bytesByReader.set(reader, bytes)
  }

  #recount(): void {
    for (const reader of this.#bytesByReader.keys()) this.#count(reader)
    if (this.#total > this.#maxBytes) this.#disconnectFullest()
    // A recount looks at every reader, so the next one waits for a further 64th of the limit.
    this.#recountAt = Math.max(this.#maxBytes, this.#total + this.#maxBytes / 64)
  }

  #disconnectFullest(): void {
    const fullestFirst = [...this.#bytesByReader].sort(([, one], [, other]) => other - one)
    for (const [reader] of fullestFirst) {
      if (this.#total <= (this.#maxBytes * 7) / 8) return
      this.delete(reader)
      reader.disconnect()
    }
  }
}

/** A client that has not read everything. */
export type PendingReader = {
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

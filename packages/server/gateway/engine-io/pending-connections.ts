/** Counts, by network, the connections that are not authenticated yet, or refused and not closed yet. */
export class PendingConnections {
  readonly #maxPerNetwork: number
  readonly #counts = new Map<string, number>()

  constructor(maxPerNetwork: number) {
    this.#maxPerNetwork = maxPerNetwork
  }

  isFull(network: string): boolean {
    return (this.#counts.get(network) ?? 0) >= this.#maxPerNetwork
  }

  /** Counts a connection until the result is called. Further calls do nothing. */
  add(network: string): () => void {
    this.#change(network, 1)
    let isPending = true
    return () => {
      if (isPending) this.#change(network, -1)
      isPending = false
    }
  }

  #change(network: string, delta: 1 | -1): void {
    const count = (this.#counts.get(network) ?? 0) + delta
    if (count === 0) this.#counts.delete(network)
    else this.#counts.set(network, count)
  }
}

import type { Network } from './ip-prefix.ts'

/** Counts what networks hold, up to a limit per address: connections or sockets. The caller bounds the total. */
export class NetworkSlots {
  readonly #perAddress: number
  readonly #counts = new Map<string, number>()

  constructor(perAddress: number) {
    this.#perAddress = perAddress
  }

  /** Whether one of these networks has no slot left. */
  isFull(networks: readonly Network[]): boolean {
    return networks.some(({ prefix, share }) => this.countOf(prefix) >= this.#perAddress * share)
  }

  /** Takes a slot in each network until the result is called. Further calls do nothing. */
  take(networks: readonly Network[]): () => void {
    for (const { prefix } of networks) this.#change(prefix, 1)
    let isTaken = true
    return () => {
      if (isTaken) for (const { prefix } of networks) this.#change(prefix, -1)
      isTaken = false
    }
  }

  countOf(prefix: string): number {
    return this.#counts.get(prefix) ?? 0
  }

  #change(prefix: string, delta: 1 | -1): void {
    const count = this.countOf(prefix) + delta
    if (count === 0) this.#counts.delete(prefix)
    else this.#counts.set(prefix, count)
  }
}

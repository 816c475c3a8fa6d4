/** Finds the largest of many sets whose sizes change by one at a time. Sets of size 0 are forgotten. */
export class SizeOrder<T> {
  readonly #sizeOf: (item: T) => number
  readonly #sizes = new Map<T, number>()
  readonly #bySize = new Map<number, Set<T>>()
  #largestSize = 0

  constructor(sizeOf: (item: T) => number) {
    this.#sizeOf = sizeOf
  }

  /** Call this after every change of the size of an item. */
  changed(item: T): void {
    const [before, now] = [this.#sizes.get(item) ?? 0, this.#sizeOf(item)]
    const sameSize = this.#bySize.get(before)
    sameSize?.delete(item)
    if (sameSize?.size === 0) this.#bySize.delete(before)
    if (now === 0) this.#sizes.delete(item)
    else {
      this.#sizes.set(item, now)
      const others = this.#bySize.get(now) ?? new Set()
      this.#bySize.set(now, others.add(item))
    }
    this.#largestSize = Math.max(this.#largestSize, now)
    while (this.#largestSize > 0 && !this.#bySize.has(this.#largestSize)) this.#largestSize -= 1
  }

  get largest(): T | null {
    const [item] = this.#bySize.get(this.#largestSize) ?? []
    return item ?? null
  }
}

/** The processor time of an input that anyone can send. Everyone waits that long. */
const limitMs = 50

/** Measures the processor time of this thread. */
export class Costs {
  readonly exceeded: string[] = []
  #count = 0
  #most = { name: '', ms: 0 }

  /**
   * Prepares a run, and measures it. The least of three counts: the compiler and the garbage collector choose their own
   * times.
   */
  async measure(name: string, prepare: () => Promise<() => unknown>): Promise<void> {
    let ms = Infinity
    for (let n = 0; n < 3 && ms > limitMs; n++) {
      const run = await prepare()
      const before = process.threadCpuUsage()
      await run()
      const { user, system } = process.threadCpuUsage(before)
      ms = Math.min(ms, (user + system) / 1_000)
    }
    this.#count += 1
    if (ms > this.#most.ms) this.#most = { name, ms }
    if (ms > limitMs) this.exceeded.push(`${name}: ${Math.round(ms)} ms`)
  }

  summary(): string {
    return `${this.#count} inputs; the most: ${this.#most.ms.toFixed(1)} ms, ${this.#most.name}`
  }
}

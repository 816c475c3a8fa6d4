import type { Deps } from '../../infra/deps.ts'

const windowMs = 60_000
const maxNetworks = 10_000
const otherNetworks = 'others'

/**
 * Decides which refusals of a network have a log line of their own: the first of a minute. The others are summed in one
 * line, `event`, at the end of the minute. Beyond 10,000 networks in a minute, the rest is one.
 */
export class RefusalSums implements Disposable {
  readonly #deps: Pick<Deps, 'clock' | 'log'>
  readonly #event: string
  /** The refusals of this minute without a line, by network and code. */
  #refusals = new Map<string, Map<string, number>>()
  #timer: Disposable | null = null

  constructor(deps: Pick<Deps, 'clock' | 'log'>, event: string) {
    this.#deps = deps
    this.#event = event
  }

  /** True when the refusal needs a line. Otherwise it is counted. */
  isFirst(network: string, code: string): boolean {
    if (this.#refusals.has(network) || this.#refusals.size >= maxNetworks) {
      this.#count(network, code)
      return false
    }
    this.#refusals.set(network, new Map())
    this.#timer ??= this.#deps.clock.after(windowMs, () => this.#flush())
    return true
  }

  [Symbol.dispose](): void {
    this.#flush()
  }

  #count(network: string, code: string): void {
    const key = this.#refusals.has(network) ? network : otherNetworks
    const codes = this.#refusals.get(key) ?? new Map<string, number>()
    this.#refusals.set(key, codes.set(code, (codes.get(code) ?? 0) + 1))
  }

  #flush(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    const refusals = this.#refusals
    this.#refusals = new Map()
    for (const [network, codes] of refusals)
      if (codes.size > 0) this.#deps.log.info({ network, refused: Object.fromEntries(codes) }, this.#event)
  }
}

import type { Clock } from '../clock.ts'
import type { Counted, CounterKind } from './counters.ts'

/** Uses that were counted at once: `granted` of them, so that the window has `count` uses. */
export type Taken = { count: number; endsAt: number; granted: number }
export type SharedWindows = {
  take(kind: CounterKind, key: string, now: number, limit: number, amount: number): Promise<Taken>
  /** Takes uses back, unless that window has ended. */
  giveBack(kind: CounterKind, key: string, now: number, amount: number, endsAt: number): Promise<unknown>
}
type Use = { now: number; limit: number }
type Waiter = Use & { resolve: (counted: Counted) => void; reject: (error: unknown) => void }
type Portion = {
  kind: CounterKind
  key: string
  /** Uses of the window in all processes, `unused` ones of this process included. */
  count: number
  endsAt: number
  unused: number
  /** The time of taking, in process time. */
  takenAt: number
  /** How many uses to take next. */
  size: number
  waiting: Waiter[]
  isTaking: boolean
}

/** A portion that lasted this long was too large. */
const quickMs = 100
/** After this time the unused rest goes back, so that other processes can use it. */
const maxAgeMs = 1_000
/** A portion is at most this share of what is left of the limit, so that the last uses are taken one by one. */
const maxShare = 0.1
/** Keys with a portion; uses of others are taken one by one. */
const maxPortions = 10_000

/**
 * Counts the uses of busy keys in portions: one command for many uses. The processes together never exceed a limit, because
 * a use is counted in the shared window before it is used here. What a killed process had not used remains counted until
 * the window ends.
 */
export class Portions implements AsyncDisposable {
  readonly #windows: SharedWindows
  readonly #clock: Clock
  readonly #portions = new Map<string, Portion>()
  #timer: Disposable | null = null

  constructor(windows: SharedWindows, clock: Clock) {
    this.#windows = windows
    this.#clock = clock
  }

  add(kind: CounterKind, key: string, now: number, limit: number): Counted | Promise<Counted> {
    const portion = this.#portionOf(kind, key)
    if (portion === null) return this.#takeOne(kind, key, { now, limit })
    if (isOpen(portion, now) && portion.unused > 0 && portion.count - portion.unused < limit) {
      portion.unused -= 1
      return { count: portion.count - portion.unused, endsAt: portion.endsAt, isRefused: false }
    }
    return new Promise<Counted>((resolve, reject) => {
      portion.waiting.push({ now, limit, resolve, reject })
      if (!portion.isTaking) void this.#take(portion)
    })
  }

  /** The uses that this process has counted in the window and not used. */
  unused(kind: CounterKind, key: string, endsAt: number): number {
    const portion = this.#portions.get(nameOf(kind, key))
    return portion?.endsAt === endsAt ? portion.unused : 0
  }

  /** Forgets the portion of a key whose window was reset. */
  drop(kind: CounterKind, key: string): void {
    const portion = this.#portions.get(nameOf(kind, key))
    if (portion !== undefined) portion.unused = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.[Symbol.dispose]()
    await Promise.all([...this.#portions.values()].map((portion) => this.#giveBack(portion)))
    this.#portions.clear()
  }

  #portionOf(kind: CounterKind, key: string): Portion | null {
    const name = nameOf(kind, key)
    const known = this.#portions.get(name)
    if (known !== undefined) return known
    if (this.#portions.size >= maxPortions) return null
    const takenAt = Number.NEGATIVE_INFINITY
    const portion = { kind, key, count: 0, endsAt: 0, unused: 0, takenAt, size: 1, waiting: [], isTaking: false }
    this.#portions.set(name, portion)
    this.#timer ??= this.#clock.after(maxAgeMs, () => this.#giveBackOld())
    return portion
  }

  async #takeOne(kind: CounterKind, key: string, { now, limit }: Use): Promise<Counted> {
    const { count, endsAt, granted } = await this.#windows.take(kind, key, now, limit, 1)
    return { count, endsAt, isRefused: granted === 0 }
  }

  /** Takes uses for those who wait, and a portion in addition if the last one was soon used. */
  async #take(portion: Portion): Promise<void> {
    portion.isTaking = true
    try {
      for (let last = portion.waiting.at(-1); last !== undefined; last = portion.waiting.at(-1)) {
        const asked = portion.waiting.length
        const amount = Math.max(asked, this.#nextSize(portion, last))
        portion.unused = 0
        const taken = await this.#windows.take(portion.kind, portion.key, last.now, last.limit, amount)
        Object.assign(portion, { count: taken.count, endsAt: taken.endsAt, takenAt: this.#clock.uptime() })
        serve(portion, taken, asked)
        portion.unused = Math.max(0, taken.granted - asked)
        // Uses that came in the meantime.
        while (portion.unused > 0 && portion.waiting.length > 0) {
          portion.unused -= 1
          const count = portion.count - portion.unused
          portion.waiting.shift()?.resolve({ count, endsAt: portion.endsAt, isRefused: false })
        }
      }
    } catch (error) {
      for (const { reject } of portion.waiting.splice(0)) reject(error)
    } finally {
      portion.isTaking = false
    }
  }

  #nextSize(portion: Portion, { now, limit }: Use): number {
    const wasQuick = this.#clock.uptime() - portion.takenAt < quickMs
    portion.size = wasQuick ? Math.min(portion.size * 2, portion.kind.maxPortion) : 1
    const left = isOpen(portion, now) ? limit - portion.count : limit
    return Math.min(portion.size, Math.max(1, Math.floor(left * maxShare)))
  }

  #giveBackOld(): void {
    this.#timer = null
    const oldest = this.#clock.uptime() - maxAgeMs
    for (const [name, portion] of this.#portions) {
      if (portion.isTaking || portion.takenAt > oldest) continue
      // A failure only means that the uses remain counted until the window ends.
      void this.#giveBack(portion).catch(() => {})
      this.#portions.delete(name)
    }
    if (this.#portions.size > 0) this.#timer = this.#clock.after(maxAgeMs, () => this.#giveBackOld())
  }

  async #giveBack(portion: Portion): Promise<void> {
    const { kind, key, unused, endsAt } = portion
    portion.unused = 0
    if (unused > 0) await this.#windows.giveBack(kind, key, this.#clock.now(), unused, endsAt)
  }
}

/** Answers those who waited when the uses were asked for: the first ones are counted, the rest is over the limit. */
function serve(portion: Portion, { count, endsAt, granted }: Taken, asked: number): void {
  for (const [at, { resolve }] of portion.waiting.splice(0, asked).entries())
    resolve(
      at < granted ? { count: count - granted + at + 1, endsAt, isRefused: false } : { count, endsAt, isRefused: true },
    )
}

/** If the clock was moved back, the window ends at most `windowMs` from now, so its end is asked for again. */
function isOpen({ kind, endsAt }: Portion, now: number): boolean {
  return now < endsAt && endsAt <= now + kind.windowMs
}

function nameOf(kind: CounterKind, key: string): string {
  return `${kind.name}\n${key}`
}

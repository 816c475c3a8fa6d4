import type { Uptime } from './play-lines.ts'
import type { Counts } from './player.ts'

const intervalMs = 1_000

/** Describes what was played: once a second, and at the end. */
export class Progress {
  readonly #counts: Counts
  readonly #clock: Uptime
  readonly #startedAt: number
  #shownAt: number

  constructor(counts: Counts, clock: Uptime) {
    this.#counts = counts
    this.#clock = clock
    this.#startedAt = this.#shownAt = clock.uptime()
  }

  /** Null if less than a second has passed since the last line. */
  next(atMs: number): string | null {
    if (this.#clock.uptime() < this.#shownAt + intervalMs) return null
    this.#shownAt = this.#clock.uptime()
    return `${formatTime(atMs)}  ${this.describe()}`
  }

  describe(): string {
    const { done, refused, skipped } = this.#counts
    return `${done} done, ${refused} refused, ${skipped} skipped, ${this.perSecond()} per second`
  }

  perSecond(): number {
    return Math.round((this.#counts.done * 1_000) / Math.max(1, this.#clock.uptime() - this.#startedAt))
  }
}

function formatTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

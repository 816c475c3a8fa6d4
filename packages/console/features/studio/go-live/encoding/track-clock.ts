/** The clock of a device that is further from this machine's has jumped: its times count anew. */
const maxSkewUs = 1_000_000
/** A track whose samples arrive so long before their time was read late when that time was set. */
const maxEarlyUs = 40_000

/** Puts the times of a track on the clock of the live. All are in microseconds. */
export class TrackClock {
  /** The time of the track at the start of the live. */
  #startUs: number | null = null
  #last: { timestampUs: number; arrivedUs: number } | null = null
  #isCatchingUp = true

  /** Whether the last one had waited to be read, as those do that came before the worker had started. */
  get isCatchingUp(): boolean {
    return this.#isCatchingUp
  }

  /** The time of a frame or of samples on the clock of the live, on which they arrived at `arrivedUs`. */
  timeOf(timestampUs: number, arrivedUs: number): number {
    const last = this.#last
    this.#last = { timestampUs, arrivedUs }
    const hasJumped = this.#startUs !== null && Math.abs(timestampUs - this.#startUs - arrivedUs) > maxSkewUs
    if (hasJumped) this.#isCatchingUp = true
    if (this.#startUs !== null && timestampUs - this.#startUs - arrivedUs > maxEarlyUs && !hasJumped)
      this.#startUs = timestampUs - arrivedUs
    if (this.#startUs === null || this.#isCatchingUp) {
      // What has waited is read faster than it was captured. The first that has not tells the delay of the track.
      this.#isCatchingUp = last === null || arrivedUs - last.arrivedUs < (timestampUs - last.timestampUs) / 2
      this.#startUs = timestampUs - arrivedUs
    }
    return Math.max(0, Math.round(timestampUs - this.#startUs))
  }
}

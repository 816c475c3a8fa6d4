import type { Clock } from '../../infra/clock.ts'

export type ReceiveLimits = {
  /** A client may send this many frames at once. */
  maxFrames: number
  framesPerSec: number
  /** A client may send this many bytes at once. They are available again after a minute. */
  maxBytesPerMinute: number
}

/** A token bucket for the frames and one for the bytes that a client sends. */
export class ReceiveLimit {
  readonly #clock: Pick<Clock, 'uptime'>
  readonly #limits: ReceiveLimits
  #frames: number
  #bytes: number
  #refilledAt: number

  constructor(clock: Pick<Clock, 'uptime'>, limits: ReceiveLimits) {
    this.#clock = clock
    this.#limits = limits
    this.#frames = limits.maxFrames
    this.#bytes = limits.maxBytesPerMinute
    this.#refilledAt = clock.uptime()
  }

  /** False when the client sent more than it may. */
  take(frames: number, bytes: number): boolean {
    this.#refill()
    this.#frames -= frames
    this.#bytes -= bytes
    return this.#frames >= 0 && this.#bytes >= 0
  }

  #refill(): void {
    const { maxFrames, framesPerSec, maxBytesPerMinute } = this.#limits
    const now = this.#clock.uptime()
    const seconds = (now - this.#refilledAt) / 1_000
    this.#refilledAt = now
    this.#frames = Math.min(maxFrames, this.#frames + seconds * framesPerSec)
    this.#bytes = Math.min(maxBytesPerMinute, this.#bytes + (seconds * maxBytesPerMinute) / 60)
  }
}

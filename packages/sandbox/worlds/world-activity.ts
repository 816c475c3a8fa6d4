import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errors } from '@onair/contract'
import { systemClock, type AdjustableClock, type Clock } from '@onair/server/infra/clock.ts'
import { pausableClock, type PausableClock } from './pausable-clock.ts'
import { endWithError } from '@onair/server/shared/raw-response.ts'

/** Long enough that a test which polls does not wake the world each time. */
const sleepAfterMs = 1_000

/**
 * Whether a world is in use: by a request or a socket. The timers of one that is not wait for the next request, so that it
 * takes no processor time and its pool closes its connections.
 */
export class WorldActivity implements Disposable {
  readonly #time: Pick<Clock, 'after' | 'uptime'>
  readonly #prepareSleep: () => Promise<boolean>
  readonly #createClock: () => AdjustableClock
  #clock: PausableClock | null = null
  #inUse = 0
  #lastUsedAt: number
  #check: Disposable | null = null
  #isClosed = false

  /** `prepareSleep` resolves to false where something is due without a request. */
  constructor(
    time: Pick<Clock, 'after' | 'uptime'>,
    prepareSleep: () => Promise<boolean>,
    createClock: () => AdjustableClock = systemClock,
  ) {
    this.#time = time
    this.#createClock = createClock
    this.#prepareSleep = prepareSleep
    this.#lastUsedAt = time.uptime()
  }

  /** The clock of the world, also after a restore. It is paused while nothing uses the world. */
  createClock(): PausableClock {
    this.#clock = pausableClock(this.#createClock())
    if (this.#inUse === 0) this.#clock.pause()
    return this.#clock
  }

  get idleMs(): number {
    return this.#inUse > 0 ? 0 : this.#time.uptime() - this.#lastUsedAt
  }

  watch(server: Server): void {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => this.#use(response))
    server.prependListener('upgrade', (_request: IncomingMessage, stream: Duplex) => {
      this.#use(stream)
      const { status, message } = errors.unavailable
      // During a restore there is no other listener.
      if (server.listenerCount('upgrade') === 1) endWithError(stream, status, message)
    })
    this.touch()
  }

  wake(): void {
    this.#clock?.resume()
  }

  touch(): void {
    this.#lastUsedAt = this.#time.uptime()
    this.wake()
    this.#check ??= this.#checkLater()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#check?.[Symbol.dispose]()
    this.#clock?.resume()
  }

  #use(until: ServerResponse | Duplex): void {
    this.#inUse += 1
    this.touch()
    until.once('close', () => {
      this.#inUse -= 1
      this.touch()
    })
  }

  #checkLater(): Disposable {
    return this.#time.after(sleepAfterMs, () => {
      this.#check = null
      void this.#sleepIfIdle()
    })
  }

  async #sleepIfIdle(): Promise<void> {
    const isReady = this.idleMs >= sleepAfterMs && (await this.#prepareSleep().catch(() => false))
    if (this.#isClosed) return
    if (isReady && this.idleMs >= sleepAfterMs) this.#clock?.pause()
    else this.#check ??= this.#checkLater()
  }
}

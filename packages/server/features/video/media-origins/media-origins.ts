import type { Deps } from '../../../infra/deps.ts'
import { busMessage, mediaOriginsChangedTopic } from '../../../shared/bus-messages.ts'
import { KeptValue } from '../../../shared/kept-value.ts'
import { repeat, type Repeat } from '../../../shared/repeat.ts'
import { findMediaOrigins, putMediaOrigin } from './media-origin-store.ts'

type OriginsDeps = Pick<Deps, 'addresses' | 'bus' | 'clock' | 'config' | 'db' | 'log'>

const lookEveryMs = 5_000
const confirmEveryMs = 3_600_000

/**
 * The origins from which the processes of the platform serve video. Each stores its own soon after its start, and confirms it
 * each hour: a live may move to another process while a page is open.
 */
export class MediaOrigins implements AsyncDisposable {
  readonly #deps: OriginsDeps
  readonly #kept: KeptValue<readonly string[]>
  readonly #loop: Repeat
  #confirmedAt: number | null = null
  #last: readonly string[]

  constructor(deps: OriginsDeps) {
    this.#deps = deps
    this.#last = [this.#own]
    this.#kept = new KeptValue(deps, mediaOriginsChangedTopic, async () => {
      this.#last = [...new Set([this.#own, ...(await findMediaOrigins(deps.db.read))])]
      return this.#last
    })
    const onError = (error: unknown) => deps.log.warn({ error }, 'media_origin.not_stored')
    this.#loop = repeat(() => this.#confirm(), { clock: deps.clock, intervalMs: lookEveryMs, onError })
  }

  /** The origins that a page may load video from: while the database is unavailable, those that were read last. */
  async shown(): Promise<readonly string[]> {
    const { playbackUrl } = this.#deps.config
    if (playbackUrl !== null) return [new URL(playbackUrl).origin]
    return this.#kept.get().catch(() => this.#last)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]()
    await this.#kept[Symbol.asyncDispose]()
  }

  get #own(): string {
    return new URL(this.#deps.addresses.mediaUrl).origin
  }

  async #confirm(): Promise<void> {
    const { clock, config, db } = this.#deps
    const now = clock.uptime()
    if (config.playbackUrl !== null || (this.#confirmedAt !== null && now - this.#confirmedAt < confirmEveryMs)) return
    await db.transaction(async (tx, publish) => {
      if (await putMediaOrigin(tx, this.#own)) publish(busMessage(mediaOriginsChangedTopic, {}))
    })
    this.#confirmedAt = now
    this.#kept.forget()
  }
}

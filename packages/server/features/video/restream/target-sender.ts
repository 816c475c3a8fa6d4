import type { RestreamProblem, RestreamStatus } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { openPublisher, PublishError, type RtmpPublisher } from '../../../infra/rtmp/publisher.ts'
import type { LiveVideo } from '../live-video.ts'
import type { Packet } from '../packet.ts'
import { TargetFeed } from './target-feed.ts'

/*
 * Sends a live to one target, until it is stopped:
 *
 * 1. Waits for a key frame: a live without packets needs no connection.
 * 2. Connects, and sends from the next key frame on.
 * 3. After an end that nobody meant waits, longer each time, and begins again.
 */

type SenderDeps = Pick<Deps, 'clock' | 'log' | 'outboundRtmp'>

/** The target must take the stream within this time. */
const openMs = 15_000
const [firstRetryMs, longestRetryMs] = [2_000, 60_000]
/** A connection that has lasted so long was a good one: the next attempt comes soon. */
const goodMs = 30_000
/** Refusals in a row. A server refuses a right key too, while it has not noticed the end of the connection before. */
const maxRefusals = 5
/** A target that reads no key frame for so long is given up. */
const behindMs = 15_000
/** The target gets so long to take the end of a stream. */
const endMs = 2_000
/** An end does not wait where more than this is left to send. */
const maxLeftBytes = 65_536

export class TargetSender {
  readonly #target: { url: string; key: string }
  readonly #video: LiveVideo
  readonly #deps: SenderDeps
  readonly #stopping = new AbortController()
  #state: 'idle' | 'connecting' | 'sending' | 'waiting' | 'refused' = 'idle'
  #problem: RestreamProblem | null = null
  #retryMs = firstRetryMs
  #refusals = 0
  #publisher: RtmpPublisher | null = null
  #feed: TargetFeed | null = null
  #behindSince: number | null = null
  #measured = { at: 0, bytes: 0, kbps: 0 }
  #onKeyFrame: (() => void) | null = null

  constructor(target: { url: string; key: string }, video: LiveVideo, deps: SenderDeps) {
    this.#target = target
    this.#video = video
    this.#deps = deps
    this.#run().catch((error: unknown) => deps.log.error({ error }, 'restream.failed'))
  }

  /** Adds a packet of the live. Never waits: what the target has no place for is dropped up to the next key frame. */
  add(packet: Packet): void {
    if (packet.track === 'video' && packet.isKey) this.#onKeyFrame?.()
    this.#feed?.add(packet)
    if (packet.track === 'video') this.#watch()
  }

  get status(): RestreamStatus {
    const { kind = 'none' } = this.#video.audio ?? {}
    const isSending = this.#state === 'sending'
    return {
      state: this.#state,
      problem: isSending ? null : this.#problem,
      retrySec: this.#state === 'waiting' ? this.#retryMs / 1_000 : null,
      kbps: isSending ? this.#measure() : 0,
      droppedFrames: this.#publisher?.droppedFrames ?? 0,
      audio: kind,
    }
  }

  /** Ends the stream at the target at once. Resolves when the connection is closed. */
  async stop(): Promise<void> {
    const publisher = this.#publisher
    this.#feed = null
    this.#publisher = null
    this.#stopping.abort()
    this.#onKeyFrame?.()
    if (publisher === null) return
    if (publisher.unsentBytes > maxLeftBytes) return publisher.close()
    using _late = this.#deps.clock.after(endMs, () => publisher.close())
    await publisher.end()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#nextKeyFrame()
      if (signal.aborted) return
      const error = await this.#send()
      if (signal.aborted) return
      this.#problem = { code: codeOf(error), params: { message: error.message } }
      this.#refusals = error.failure === 'REFUSED' ? this.#refusals + 1 : 0
      if (this.#refusals >= maxRefusals) return void (this.#state = 'refused')
      this.#state = 'waiting'
      await this.#pause(this.#retryMs)
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs)
    }
  }

  /** Sends until the connection ends, and returns why. */
  async #send(): Promise<PublishError> {
    const { clock, log, outboundRtmp } = this.#deps
    this.#state = 'connecting'
    const deadline = new AbortController()
    const signal = AbortSignal.any([deadline.signal, this.#stopping.signal])
    try {
      const publisher = await this.#open(deadline, { signal, connect: (...to) => outboundRtmp.connect(...to) })
      const since = clock.uptime()
      const error = await publisher.ended
      if (clock.uptime() - since >= goodMs) this.#retryMs = firstRetryMs
      return error ?? new PublishError('closed', 'CLOSED')
    } catch (error) {
      if (deadline.signal.aborted) return new PublishError('the server does not answer', 'NO_ANSWER')
      if (error instanceof PublishError) return error
      if (!signal.aborted) log.error({ error }, 'restream.failed')
      return new PublishError(String(error), 'CONNECTION_FAILED')
    } finally {
      this.#feed = null
      this.#publisher = null
    }
  }

  async #open(deadline: AbortController, options: Parameters<typeof openPublisher>[1]): Promise<RtmpPublisher> {
    using _late = this.#deps.clock.after(openMs, () => deadline.abort())
    const publisher = await openPublisher(this.#target, options)
    if (this.#stopping.signal.aborted) {
      publisher.close()
      return publisher
    }
    this.#state = 'sending'
    this.#measured = { at: this.#deps.clock.uptime(), bytes: publisher.sentBytes, kbps: 0 }
    this.#behindSince = null
    this.#publisher = publisher
    this.#feed = new TargetFeed(publisher, this.#video)
    return publisher
  }

  /** Gives up a target that takes nothing. */
  #watch(): void {
    const now = this.#deps.clock.uptime()
    if (this.#publisher?.isBehind !== true) this.#behindSince = null
    else this.#behindSince ??= now
    if (this.#behindSince !== null && now - this.#behindSince > behindMs) this.#publisher?.giveUp()
  }

  /** Kilobits per second since it was measured before, at most each second. */
  #measure(): number {
    const { at, bytes } = this.#measured
    const [now, sent] = [this.#deps.clock.uptime(), this.#publisher?.sentBytes ?? 0]
    if (now - at >= 1_000)
      this.#measured = { at: now, bytes: sent, kbps: Math.round(((sent - bytes) * 8) / (now - at)) }
    return this.#measured.kbps
  }

  async #nextKeyFrame(): Promise<void> {
    await new Promise<void>((resolve) => (this.#onKeyFrame = resolve))
    this.#onKeyFrame = null
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    using _timer = this.#deps.clock.after(ms, resolve)
    this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
  }
}

/** The URL is checked before it is stored: an address that is invalid now is one that is no longer allowed. */
function codeOf({ failure }: PublishError): RestreamProblem['code'] {
  return failure === 'INVALID_URL' ? 'ADDRESS_NOT_ALLOWED' : failure
}

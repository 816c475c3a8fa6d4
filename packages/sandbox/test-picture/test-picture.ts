import type { Clock } from '@onair/server/infra/clock.ts'
import type { BatchItem } from '@onair/server/features/video/batch.ts'
import type { Broadcast, Publisher } from '@onair/server/features/video/broadcast.ts'
import { TestLoop } from './test-loop.ts'

const stepMs = 320
/** Players get so much at once, and begin. */
const leadUs = 2_560_000
/** Nobody has requested it for so long: it stops, and costs nothing. */
const unwatchedMs = 15_000

/**
 * Publishes a moving test card with a tone. Its time is that of the machine; packets are made only while somebody watches, so
 * that an idle sandbox does nothing.
 */
export class TestPicture implements Publisher {
  readonly source = 'test'
  readonly expectsAudio = true
  readonly #loop: TestLoop
  readonly #clock: Pick<Clock, 'uptime' | 'after'>
  readonly #startedAt: number
  #broadcast: Broadcast | null = null
  #onAdded: () => void = () => {}
  #timer: Disposable | null = null
  #requestedAt = 0
  /** The packet that follows, counted through all rounds. */
  #next = 0

  private constructor(loop: TestLoop, clock: Pick<Clock, 'uptime' | 'after'>) {
    this.#loop = loop
    this.#clock = clock
    this.#startedAt = clock.uptime()
  }

  static async load(clock: Pick<Clock, 'uptime' | 'after'>): Promise<TestPicture> {
    return new TestPicture(await TestLoop.load(), clock)
  }

  /** Begins to publish. `onAdded` is called when packets were added. */
  start(broadcast: Broadcast, onAdded: () => void): void {
    const { video } = broadcast
    this.#broadcast = broadcast
    this.#onAdded = onAdded
    video.keyFrameSec = 1
    video.onRequest = () => this.#requested()
    video.addBatch(this.#loop.configurations)
    this.#add(leadUs)
  }

  drop(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    if (this.#broadcast !== null) this.#broadcast.video.onRequest = null
    this.#broadcast = null
  }

  #requested(): void {
    this.#requestedAt = this.#clock.uptime()
    if (this.#timer === null) this.#resume()
  }

  /** Continues near the present, if it has not been watched for a while. */
  #resume(): void {
    const now = this.#nowUs
    if (now - this.#loop.at(this.#next).time > leadUs) {
      this.#broadcast?.video.interrupt()
      this.#next = this.#loop.keyFrameBefore(now - leadUs)
    }
    this.#step()
  }

  #step(): void {
    this.#timer = null
    if (this.#clock.uptime() - this.#requestedAt > unwatchedMs) return
    this.#add(this.#nowUs)
    this.#timer = this.#clock.after(stepMs, () => this.#step())
  }

  /** Adds what comes before this time. */
  #add(until: number): void {
    const batch: BatchItem[] = []
    for (; this.#loop.at(this.#next).time < until; this.#next++) batch.push(this.#loop.at(this.#next))
    if (batch.length === 0) return
    this.#broadcast?.video.addBatch(batch)
    this.#onAdded()
  }

  get #nowUs(): number {
    return leadUs + (this.#clock.uptime() - this.#startedAt) * 1_000
  }
}

import type { Clock } from '@onair/server/infra/clock.ts'
import type { BatchItem } from '@onair/server/features/video/batch.ts'
import type { ReceivedLive, Publisher } from '@onair/server/features/video/received-live.ts'
import type { LiveVideos } from '@onair/server/features/video/live-videos.ts'
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
  sendsSince: number | null = null
  readonly #loop: TestLoop
  readonly #clock: Pick<Clock, 'uptime' | 'after'>
  readonly #startedAt: number
  #target: { received: ReceivedLive; videos: Pick<LiveVideos, 'added' | 'changeOf'> } | null = null
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

  /** Begins to publish. */
  start(received: ReceivedLive, videos: Pick<LiveVideos, 'added' | 'changeOf'>): void {
    const { video } = received
    this.#target = { received, videos }
    video.keyFrameSec = 1
    video.onRequest = () => this.#requested()
    video.addBatch(this.#loop.configurations)
    this.#add(leadUs)
  }

  drop(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    if (this.#target !== null) this.#target.received.video.onRequest = null
    this.#target = null
  }

  #requested(): void {
    this.#requestedAt = this.#clock.uptime()
    if (this.#timer !== null) return
    this.sendsSince = this.#requestedAt
    this.#step()
  }

  #step(): void {
    this.#timer = null
    if (this.#target === null) return
    const { received, videos } = this.#target
    if (this.#clock.uptime() - this.#requestedAt > unwatchedMs) {
      this.sendsSince = null
      return
    }
    const change = videos.changeOf(received, stepMs)
    if (change?.kind === 'late') this.#add(this.#loop.at(this.#next).time + stepMs * 1_000)
    else if (change?.kind !== 'cut') this.#catchUp()
    this.#timer = this.#clock.after(change?.kind === 'late' ? change.byMs : stepMs, () => this.#step())
  }

  /** Adds what is due. After a while without packets, it continues near the present. */
  #catchUp(): void {
    const now = this.#nowUs
    if (now - this.#loop.at(this.#next).time > leadUs) {
      this.#target?.received.video.interrupt()
      this.#next = this.#loop.keyFrameBefore(now - leadUs)
    }
    this.#add(now)
  }

  /** Adds what comes before this time. */
  #add(until: number): void {
    const batch: BatchItem[] = []
    for (; this.#loop.at(this.#next).time < until; this.#next++) batch.push(this.#loop.at(this.#next))
    if (batch.length === 0 || this.#target === null) return
    const { received, videos } = this.#target
    received.video.addBatch(batch)
    videos.added(received)
  }

  get #nowUs(): number {
    return leadUs + (this.#clock.uptime() - this.#startedAt) * 1_000
  }
}

import { disconnectCodes } from '@onair/contract'
import { findEventsAfter, loadLastPosition, type PaymentEventType } from '../features/payments/event-feed-store.ts'
import { chunk } from '../shared/chunk.ts'
import { coalesce } from '../shared/coalesce.ts'
import { runInTrace } from '../infra/observability/trace.ts'
import type { Deps } from '../infra/deps.ts'
import type { TopicSink } from './hub.ts'

/** The payment events of one kind in one channel. */
type Feed = {
  readonly topic: string
  readonly type: PaymentEventType
  readonly channelId: string
  readonly sink: TopicSink
  /** The position of the last event that was broadcast. */
  position: number
  /** The highest position that the bus reported. */
  latestPosition: number
  /** All events committed before this moment have been broadcast; in process time (`clock.uptime()`). */
  inSyncAt: number
}

/** The position of a feed that is not loaded. It is higher than that of any event, so no event is broadcast. */
const notLoaded = Number.POSITIVE_INFINITY
const feedBatchSize = 500
/** After this time sessions are closed, because they must not miss events unnoticed. */
const maxOutOfSyncMs = 10_000

/**
 * Broadcasts donations and channel subscriptions once and in order. Positions number the events of a feed, and only the
 * database has all of them (decision 3). A feed has four phases:
 *
 * 1. Open. The hub opens a feed for its first subscriber, after the subscription of the bus. The last position is read from
 *    the database: events up to it are earlier than the subscription.
 * 2. Receive. The bus brings events that are late, repeated or out of order. The next one is broadcast at once. One that
 *    is further ahead waits for phase 3.
 * 3. Backfill. The events after the last position are read from the database: when the bus brings one further ahead, when
 *    a further subscriber has to start after all earlier events, and every two seconds for all feeds.
 * 4. Close. The sockets of a feed that could not be read for ten seconds are closed, because they must not miss events
 *    unnoticed. The hub closes a feed after its last subscriber.
 */
export class PaymentFeeds {
  readonly #deps: Pick<Deps, 'clock' | 'db' | 'log'>
  readonly #feeds = new Map<string, Feed>()

  constructor(deps: Pick<Deps, 'clock' | 'db' | 'log'>) {
    this.#deps = deps
  }

  /** Resolves when the feed broadcasts all later events. */
  async open(topic: string, channelId: string, type: PaymentEventType, sink: TopicSink): Promise<Disposable> {
    const { clock, db } = this.#deps
    const positions = { position: notLoaded, latestPosition: 0, inSyncAt: clock.uptime() }
    const feed: Feed = { topic, type, channelId, sink, ...positions }
    this.#feeds.set(topic, feed)
    using opening = new DisposableStack()
    opening.defer(() => this.#close(feed))
    feed.position = await loadLastPosition(db.read, type, channelId)
    return opening.move()
  }

  /** Handles an event that the bus brought: late, repeated or out of order. */
  receive(topic: string, position: number, event: object): void {
    const feed = this.#feeds.get(topic)
    if (feed === undefined) return
    if (position <= feed.position + 1) return this.#broadcast(feed, position, event)
    feed.latestPosition = Math.max(feed.latestPosition, position)
    void this.#backfillBehind([feed])
  }

  /** Resolves when all events of an open feed that were committed before have been broadcast. */
  async catchUp(topic: string): Promise<void> {
    const feed = this.#feeds.get(topic)
    if (feed !== undefined) await this.#backfillBatch([feed])
  }

  /** Reads all open feeds. Closes the sockets of those that are out of sync for too long. */
  async backfill(): Promise<void> {
    const feeds = [...this.#feeds.values()].filter(({ position }) => position !== notLoaded)
    try {
      for (const batch of chunk(feeds, feedBatchSize)) await this.#backfillBatch(batch)
    } finally {
      this.#closeOutOfSync(feeds)
    }
  }

  readonly #backfillBehind = coalesce<Feed>(async (requested) => {
    const behind = [...requested.keys()].filter((feed) => feed.position < feed.latestPosition)
    try {
      await this.#backfillBatch(behind)
    } catch (error) {
      this.#deps.log.warn({ topics: behind.map(({ topic }) => topic), error: String(error) }, 'event_feed.read_failed')
    }
  })

  async #backfillBatch(batch: readonly Feed[]): Promise<void> {
    const startedAt = this.#deps.clock.uptime()
    for (const [type, feedsOfType] of Map.groupBy(batch, (feed) => feed.type)) {
      let pending = feedsOfType
      while (pending.length > 0) {
        const page = await findEventsAfter(this.#deps.db.read, type, pending)
        // The events come from many requests, so they belong to the trace of none.
        runInTrace(undefined, () => {
          for (const { feed, position, event } of page.events) this.#broadcast(feed, position, event)
        })
        pending = page.unfinished.filter((feed) => this.#isOpen(feed))
      }
    }
    for (const feed of batch) feed.inSyncAt = startedAt
  }

  #broadcast(feed: Feed, position: number, event: object): void {
    if (!this.#isOpen(feed) || position <= feed.position) return
    feed.position = position
    feed.sink.broadcast(feed.type, event)
  }

  #closeOutOfSync(feeds: readonly Feed[]): void {
    const now = this.#deps.clock.uptime()
    for (const { sink, inSyncAt } of feeds)
      if (now - inSyncAt >= maxOutOfSyncMs) sink.close(disconnectCodes.FEED_OUT_OF_SYNC)
  }

  #close(feed: Feed): void {
    if (this.#isOpen(feed)) this.#feeds.delete(feed.topic)
  }

  #isOpen(feed: Feed): boolean {
    return this.#feeds.get(feed.topic) === feed
  }
}

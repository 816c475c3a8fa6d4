import type { EventType } from '@onair/contract'
import { findEventsAfter, loadLastPosition, type PaymentEventType } from '../features/payments/event-feed-store.ts'
import { channelTopic, type ChannelEventMessage } from '../shared/events.ts'
import { chunk } from '../shared/chunk.ts'
import { runInTrace } from '../infra/trace.ts'
import type { Deps } from '../infra/deps.ts'
import type { Hub } from './hub.ts'
import { createTopicSubscriptions } from './topic-subscriptions.ts'

/**
 * What happens in channels, told to the sessions here that are subscribed to it. CHAT comes by the bus alone. What
 * carries money comes by the bus too, but is numbered: what the bus did not bring is read from the database before
 * anything later is told, so that a session hears all of it, once and in order.
 */
export type EventFeed = {
  /**
   * One more session wants to hear this. When it resolves nothing is missed from now on, and all that was committed
   * before has been told. Disposing ends the wish.
   */
  subscribe(channelId: string, type: EventType): Promise<AsyncDisposable>
  /** Reads what the bus did not bring, of every channel; sessions that cannot be made whole for too long are closed. */
  backfill(): Promise<void>
}

/** How far one kind of a channel's money events has been told here. */
type FeedState = {
  readonly topic: string
  readonly type: PaymentEventType
  readonly channelId: string
  position: number
  /** The highest number that the bus spoke of. */
  latestPosition: number
  /** All that was committed before this moment has been told; in real time. */
  inSyncAt: number
  subscriberCount: number
  isBackfilling: boolean
  loaded: Promise<void>
}

const feedBatchSize = 500
/** A session whose money events could not be read for so long is closed, and never left with a hole. */
const maxOutOfSyncMs = 10_000

type EventFeedDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>

export function createEventFeed({ bus, clock, db, log }: EventFeedDeps, hub: Hub): EventFeed {
  const feeds = new Map<string, FeedState>()
  const topicSubscriptions = createTopicSubscriptions(bus, (topic, message) => handleEvent(topic, message))

  function handleEvent(topic: string, { type, event, position }: ChannelEventMessage) {
    if (position === undefined) return hub.broadcast(topic, type, event)
    const feed = feeds.get(topic)
    if (feed === undefined) return
    if (position > feed.position + 1) void fillGap(feed, position)
    else deliver(feed, position, event)
  }

  function deliver(feed: FeedState, position: number, event: object) {
    if (feeds.get(feed.topic) !== feed || position <= feed.position) return
    feed.position = position
    hub.broadcast(feed.topic, feed.type, event)
  }

  async function fillGap(feed: FeedState, position: number) {
    feed.latestPosition = Math.max(feed.latestPosition, position)
    if (feed.isBackfilling) return
    feed.isBackfilling = true
    try {
      let positionBefore = -1
      while (feed.position < feed.latestPosition && feed.position !== positionBefore) {
        positionBefore = feed.position
        await readEvents([feed])
      }
    } catch (error) {
      log.warn({ topic: feed.topic, error: String(error) }, 'event_feed.read_failed')
    } finally {
      feed.isBackfilling = false
    }
  }

  async function readEvents(batch: readonly FeedState[]) {
    const startedAt = clock.uptime()
    for (const [type, feedsOfType] of Map.groupBy(batch, (feed) => feed.type)) {
      let pending = feedsOfType
      while (pending.length > 0) {
        const page = await findEventsAfter(db.read, type, pending)
        // What is read may have been caused by anybody, and not by what made us read.
        runInTrace(undefined, () => {
          for (const { feed, position, event } of page.events) deliver(feed, position, event)
        })
        // Whoever was left meanwhile is not read on for.
        pending = page.unfinished.filter((feed) => feeds.get(feed.topic) === feed)
      }
    }
    for (const feed of batch) feed.inSyncAt = startedAt
  }

  function createFeed(topic: string, channelId: string, type: PaymentEventType): FeedState {
    const inSyncAt = clock.uptime()
    const feed: FeedState = {
      topic,
      type,
      channelId,
      position: notLoaded,
      latestPosition: 0,
      inSyncAt,
      subscriberCount: 0,
      isBackfilling: false,
      loaded: Promise.resolve(),
    }
    feeds.set(topic, feed)
    feed.loaded = loadLastPosition(db.read, type, channelId).then(
      (lastPosition) => void (feed.position = lastPosition),
      (error: unknown) => {
        if (feeds.get(topic) === feed) feeds.delete(topic)
        throw error
      },
    )
    return feed
  }

  async function subscribeToFeed(topic: string, channelId: string, type: PaymentEventType): Promise<Disposable> {
    const existing = feeds.get(topic)
    const feed = existing ?? createFeed(topic, channelId, type)
    feed.subscriberCount += 1
    using stack = new DisposableStack()
    stack.defer(() => {
      if (--feed.subscriberCount === 0 && feeds.get(topic) === feed) feeds.delete(topic)
    })
    await feed.loaded
    if (existing !== undefined) await readEvents([feed])
    return stack.move()
  }

  return {
    async subscribe(channelId, type) {
      const topic = channelTopic(channelId, type)
      await using stack = new AsyncDisposableStack()
      await topicSubscriptions.acquire(topic)
      stack.defer(() => topicSubscriptions.release(topic))
      if (type !== 'CHAT') stack.use(await subscribeToFeed(topic.name, channelId, type))
      return stack.move()
    },
    async backfill() {
      const loadedFeeds = [...feeds.values()].filter(({ position }) => position !== notLoaded)
      try {
        for (const batch of chunk(loadedFeeds, feedBatchSize)) await readEvents(batch)
      } finally {
        const now = clock.uptime()
        for (const { topic, inSyncAt } of loadedFeeds) {
          if (now - inSyncAt >= maxOutOfSyncMs) hub.closeSubscribers(topic, 'event feed out of sync')
        }
      }
    },
  }
}

/** Before it is known where a channel stands, everything is yet to come: nothing is told. */
const notLoaded = Number.POSITIVE_INFINITY

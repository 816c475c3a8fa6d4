import type { ChatEvent, EventType } from '@onair/contract'
import { parseChannelTopic, subscribe, type ChannelEventMessage } from '../shared/bus-messages.ts'
import type { Deps } from '../infra/deps.ts'
import type { TopicSink, TopicSource } from './hub.ts'
import { PaymentFeeds } from './payment-feeds.ts'
import { moveMessageTime } from '../features/chat/chat-store.ts'

/**
 * The source of the events of channels. CHAT events come from the bus only, in the order of `messageTime`, and may be lost.
 * Donations and channel subscriptions are numbered and pass through `PaymentFeeds`: every session receives all of them, once
 * and in order.
 */
export class ChannelEvents implements TopicSource {
  readonly #deps: Pick<Deps, 'bus' | 'log'>
  readonly #messageOrder: MessageOrder
  readonly #paymentFeeds: PaymentFeeds

  constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>) {
    this.#deps = deps
    this.#messageOrder = new MessageOrder(deps)
    this.#paymentFeeds = new PaymentFeeds(deps)
  }

  open(topic: string, sink: TopicSink): Promise<AsyncDisposable> | null {
    const channel = parseChannelTopic(topic)
    return channel && this.#open({ name: topic, ...channel }, sink)
  }

  catchUp(topic: string): Promise<void> {
    return this.#paymentFeeds.catchUp(topic)
  }

  /**
   * Reads the numbered events that the bus lost. Closes the sessions of feeds that are out of sync
   * for too long.
   */
  backfill(): Promise<void> {
    return this.#paymentFeeds.backfill()
  }

  async #open(topic: ChannelTopic, sink: TopicSink): Promise<AsyncDisposable> {
    const { bus, log } = this.#deps
    await using opening = new AsyncDisposableStack()
    const receive = (message: ChannelEventMessage) => this.#receive(topic.name, message, sink)
    opening.use(await subscribe(bus, topic, receive))
    if (topic.type !== 'CHAT') opening.use(await this.#paymentFeeds.open(topic.name, topic.channelId, topic.type, sink))
    const opened = opening.move()
    return {
      [Symbol.asyncDispose]: () =>
        opened
          .disposeAsync()
          .catch((error: unknown) => log.warn({ error: String(error) }, 'channel.unsubscribe_failed')),
    }
  }

  #receive(topic: string, { type, event, position }: ChannelEventMessage, sink: TopicSink): void {
    if (position === undefined) sink.broadcast(type, this.#messageOrder.apply(event as ChatEvent))
    else this.#paymentFeeds.receive(topic, position, event)
  }
}

type ChannelTopic = { name: string; channelId: string; type: EventType }

/** Longer than a message waits for its commit. A longer way back is a clock that was set back. */
const maxDelayMs = 5_000
const maxChats = 10_000

/**
 * Keeps `messageTime` from going back within a chat. The messages of one API process arrive in its order; one of another
 * process that was committed later gets the time of the message before it, in the event and in the database, where
 * moderators find it by this time. Gap 56. Beyond 10,000 chats, those without new messages are forgotten.
 *
 * The gateway writes this time because only it sees the order of messages of several API processes: where they are written,
 * this order would need a lock of the channel from the insert until the commit, which each message of a busy channel would
 * wait for.
 */
class MessageOrder {
  readonly #deps: Pick<Deps, 'db' | 'log'>
  readonly #lastTimes = new Map<string, number>()

  constructor(deps: Pick<Deps, 'db' | 'log'>) {
    this.#deps = deps
  }

  /** The event as it is sent to sessions and watch pages. */
  apply(event: ChatEvent): ChatEvent {
    const { channelId, messageTime } = event
    const lastTime = this.#lastTimes.get(channelId) ?? messageTime
    const isLate = messageTime < lastTime && lastTime - messageTime <= maxDelayMs
    this.#remember(channelId, isLate ? lastTime : messageTime)
    if (!isLate) return event
    const moved = { messageId: event.eventId, from: messageTime, to: lastTime }
    moveMessageTime(this.#deps.db.read, moved).catch((error: unknown) =>
      this.#deps.log.warn({ ...moved, error: String(error) }, 'chat.time_not_moved'),
    )
    return { ...event, messageTime: lastTime }
  }

  #remember(channelId: string, messageTime: number): void {
    this.#lastTimes.delete(channelId)
    this.#lastTimes.set(channelId, messageTime)
    if (this.#lastTimes.size <= maxChats) return
    const [oldest = ''] = this.#lastTimes.keys()
    this.#lastTimes.delete(oldest)
  }
}

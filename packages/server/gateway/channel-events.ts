import type { ChatEvent, EventType } from '@onair/contract'
import { channelTopic, type ChannelEventMessage } from '../shared/bus-messages.ts'
import { TopicSubscriptions } from '../shared/topic-subscriptions.ts'
import type { Deps } from '../infra/deps.ts'
import type { Hub } from './hub.ts'
import { MessageOrder } from './message-order.ts'
import { PaymentFeeds } from './payment-feeds.ts'

/**
 * Broadcasts the events of channels to the sockets that are subscribed to them. CHAT events come
 * from the bus only, in the order of `messageTime`, and may be lost. Donations and channel subscriptions are numbered and pass
 * through `PaymentFeeds`: every session receives all of them, once and in order.
 */
export class ChannelEvents {
  readonly #hub: Hub
  readonly #messageOrder: MessageOrder
  readonly #paymentFeeds: PaymentFeeds
  readonly #topics: TopicSubscriptions<ChannelEventMessage>

  constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>, hub: Hub) {
    this.#hub = hub
    this.#messageOrder = new MessageOrder(deps)
    this.#paymentFeeds = new PaymentFeeds(deps, hub)
    this.#topics = new TopicSubscriptions(deps.bus, (topic, message) => this.#handleEvent(topic, message))
  }

  /**
   * Adds a subscriber. When this resolves, all events committed before have been broadcast, and all
   * later ones will be. Disposing removes the subscriber.
   */
  async subscribe(channelId: string, type: EventType): Promise<AsyncDisposable> {
    const topic = channelTopic(channelId, type)
    await using stack = new AsyncDisposableStack()
    await this.#topics.acquire(topic)
    stack.defer(() => this.#topics.release(topic))
    if (type !== 'CHAT') stack.use(await this.#paymentFeeds.subscribe(topic.name, channelId, type))
    return stack.move()
  }

  /**
   * Reads the numbered events that the bus lost. Closes the sessions of feeds that are out of sync
   * for too long.
   */
  backfill(): Promise<void> {
    return this.#paymentFeeds.backfill()
  }

  #handleEvent(topic: string, { type, event, position }: ChannelEventMessage): void {
    if (position === undefined) this.#hub.broadcast(topic, type, this.#messageOrder.apply(event as ChatEvent))
    else this.#paymentFeeds.receive(topic, position, event)
  }
}

import type { ChatEvent, EventType } from '@onair/contract'
import { parseChannelTopic, subscribe, type ChannelEventMessage } from '../shared/bus-messages.ts'
import type { Deps } from '../infra/deps.ts'
import type { TopicSink, TopicSource } from './hub.ts'
import { MessageOrder } from './message-order.ts'
import { PaymentFeeds } from './payment-feeds.ts'

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

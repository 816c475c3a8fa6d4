import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bus, BusMessage } from '../bus/bus.ts'

/** An event that a transaction will publish when it has committed, or drop when it rolls back. */
export type Publication = {
  readonly topic: string
  /** Publishes the event. Called when all earlier events of the topic are settled. */
  readonly publish: () => Promise<void>
  state: 'waiting' | 'committed' | 'dropped'
  readonly published: PromiseWithResolvers<void>
}

/**
 * Publishes the events of a topic in the order in which transactions of this process enqueued them, whichever commits
 * first. An event waits until the transactions of the events before it have ended, at most for the statement timeout.
 * The number of waiting events is bounded by the requests in flight. A transaction that enqueued an event must not wait
 * for another one that enqueues an event of the same topic.
 */
export class Publications {
  readonly #bus: Bus
  readonly #onPublish: (event: BusMessage) => void
  readonly #onError: (topic: string, error: unknown) => void
  readonly #queues = new Map<string, Publication[]>()

  constructor(
    bus: Bus,
    {
      onPublish,
      onError,
    }: { onPublish: (event: BusMessage) => void; onError: (topic: string, error: unknown) => void },
  ) {
    this.#bus = bus
    this.#onPublish = onPublish
    this.#onError = onError
  }

  /** Adds an event to the queue of its topic. Settle it with `commit` or `drop`. */
  enqueue(event: BusMessage, message: unknown): Publication {
    const inContext = AsyncLocalStorage.snapshot()
    const publish = async () => {
      this.#onPublish(event)
      await this.#bus.publish(event.topic, message).catch((error: unknown) => this.#onError(event.topic, error))
    }
    const publication: Publication = {
      topic: event.topic,
      publish: () => inContext(publish),
      state: 'waiting',
      published: Promise.withResolvers(),
    }
    const queue = this.#queues.get(event.topic)
    if (queue === undefined) this.#queues.set(event.topic, [publication])
    else queue.push(publication)
    return publication
  }

  /** Resolves when all are published, or their publication failed. */
  async commit(publications: readonly Publication[]): Promise<void> {
    for (const publication of publications) this.#settle(publication, 'committed')
    await Promise.all(publications.map(({ published }) => published.promise))
  }

  drop(publications: readonly Publication[]): void {
    for (const publication of publications) this.#settle(publication, 'dropped')
  }

  #settle(publication: Publication, state: 'committed' | 'dropped'): void {
    publication.state = state
    const queue = this.#queues.get(publication.topic) ?? []
    while (queue[0] !== undefined && queue[0].state !== 'waiting') {
      const { state: settled, publish, published } = queue.shift()!
      if (settled === 'committed') published.resolve(publish())
    }
    if (queue.length === 0) this.#queues.delete(publication.topic)
  }
}

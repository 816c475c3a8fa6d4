import type { Bus } from '../infra/bus/bus.ts'
import { subscribe, type Topic } from './bus-messages.ts'

type Entry = { refCount: number; subscription: Promise<AsyncDisposable> }

/** Shares one bus subscription per topic in this process, until the last user releases the topic. */
export class TopicSubscriptions<M> {
  readonly #bus: Bus
  readonly #handler: (topic: string, message: M) => void
  readonly #entries = new Map<string, Entry>()

  constructor(bus: Bus, handler: (topic: string, message: M) => void) {
    this.#bus = bus
    this.#handler = handler
  }

  /** When this resolves, all later events of the topic reach the handler. */
  async acquire(topic: Topic<M>): Promise<void> {
    const entry = this.#entries.get(topic.name) ?? this.#subscribe(topic)
    entry.refCount += 1
    try {
      await entry.subscription
    } catch (error) {
      if (this.#entries.get(topic.name) === entry) this.#entries.delete(topic.name)
      throw error
    }
  }

  async release(topic: Topic<M>): Promise<void> {
    const entry = this.#entries.get(topic.name)
    if (entry === undefined || --entry.refCount > 0) return
    this.#entries.delete(topic.name)
    const subscription = await entry.subscription
    await subscription[Symbol.asyncDispose]()
  }

  #subscribe(topic: Topic<M>): Entry {
    const subscription = subscribe(this.#bus, topic, (message) => this.#handler(topic.name, message))
    const entry = { refCount: 0, subscription }
    this.#entries.set(topic.name, entry)
    return entry
  }
}

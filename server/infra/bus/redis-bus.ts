import type { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import { closeRedis, openRedis, redisDeadlineMs, redisError, type RedisOptions } from '../redis.ts'
import type { Bus } from './bus.ts'
import { dispatch, type Subscriber } from './dispatch.ts'

export type RedisBusOptions = RedisOptions & { prefix: string; log: Log }

/**
 * The bus of several processes, over Redis Pub/Sub. While Redis is unreachable, `publish` rejects at once and
 * `subscribe` at the deadline. A message that `publish` rejected because Redis hung may still be delivered. After a
 * reconnect the bus subscribes to every topic again.
 */
export async function redisBus(options: RedisBusOptions): Promise<Bus> {
  await using opening = new AsyncDisposableStack()
  const publisher = opening.adopt(await openRedis('bus-publisher', options), closeRedis)
  const subscriber = opening.adopt(await openRedis('bus-subscriber', options), closeRedis)
  return new RedisBus(options, publisher, subscriber, opening.move())
}

type Topic = {
  readonly subscribers: Set<Subscriber>
  isSubscribed: boolean
  /** Resolves when Redis confirms the subscription. Replaced when a confirmed subscription is lost. */
  subscribed: PromiseWithResolvers<void>
}

/** Small enough that one reply does not delay the messages behind it. */
const topicsPerCommand = 500

class RedisBus implements Bus {
  readonly #prefix: string
  readonly #log: Log
  readonly #deadlineMs: number
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #connections: AsyncDisposable
  readonly #topics = new Map<string, Topic>()
  readonly #healthHandlers = new Set<{ handler: (isHealthy: boolean) => void }>()
  /** Counts the subscriber's connections, so that a confirmation of an earlier one is ignored. */
  #connectionEpoch = 0
  #isSubscriberReady = true
  #isHealthy = true
  #isClosed = false

  constructor(
    { prefix, log, deadlineMs = redisDeadlineMs }: RedisBusOptions,
    publisher: Redis,
    subscriber: Redis,
    connections: AsyncDisposable,
  ) {
    this.#prefix = prefix
    this.#log = log
    this.#deadlineMs = deadlineMs
    this.#publisher = publisher
    this.#subscriber = subscriber
    this.#connections = connections
    subscriber.on('message', (channel, text) => this.#onMessage(channel, text))
    subscriber.on('ready', () => void this.#recover())
    subscriber.on('close', () => this.#onSubscriberClosed())
    publisher.on('ready', () => this.#updateHealth())
    publisher.on('close', () => this.#updateHealth())
  }

  async publish(topic: string, message: unknown): Promise<void> {
    this.#requireOpen()
    try {
      await this.#publisher.publish(this.#prefix + topic, JSON.stringify(message))
    } catch (error) {
      throw redisError(error)
    }
  }

  async subscribe(name: string, handler: (message: unknown) => void): Promise<AsyncDisposable> {
    this.#requireOpen()
    const topic = this.#topics.get(name) ?? this.#addTopic(name)
    const entry = { handler }
    topic.subscribers.add(entry)
    const unsubscribe = async () => {
      if (topic.subscribers.delete(entry)) await this.#releaseTopic(name, topic)
    }
    if (!(await resolvesWithin(this.#deadlineMs, topic.subscribed.promise))) {
      await unsubscribe()
      throw redisError('not connected')
    }
    return { [Symbol.asyncDispose]: unsubscribe }
  }

  onHealthChange(handler: (isHealthy: boolean) => void): Disposable {
    const entry = { handler }
    this.#healthHandlers.add(entry)
    return { [Symbol.dispose]: () => void this.#healthHandlers.delete(entry) }
  }

  async [Symbol.asyncDispose]() {
    this.#isClosed = true
    this.#topics.clear()
    this.#healthHandlers.clear()
    await this.#connections[Symbol.asyncDispose]()
  }

  #requireOpen() {
    if (this.#isClosed) throw new Error('the bus is closed')
  }

  #onMessage(channel: string, text: string) {
    const topic = channel.slice(this.#prefix.length)
    const subscribers = this.#topics.get(topic)?.subscribers
    if (subscribers === undefined) return
    try {
      dispatch(this.#log, topic, subscribers, JSON.parse(text))
    } catch (error) {
      this.#log.error({ topic, error }, 'bus.decode_failed')
    }
  }

  #addTopic(name: string): Topic {
    const topic: Topic = { subscribers: new Set(), isSubscribed: false, subscribed: Promise.withResolvers<void>() }
    this.#topics.set(name, topic)
    // While disconnected, #recover subscribes to it.
    if (this.#subscriber.status !== 'ready') return topic
    this.#subscribeTopics([name]).catch((error: unknown) => {
      if (this.#subscriber.status !== 'ready') return
      this.#log.warn({ topic: name, error: redisError(error).message }, 'bus.subscribe_failed')
    })
    return topic
  }

  async #releaseTopic(name: string, topic: Topic) {
    if (topic.subscribers.size > 0 || this.#topics.get(name) !== topic) return
    this.#topics.delete(name)
    if (this.#subscriber.status !== 'ready') return
    await this.#subscriber.unsubscribe(this.#prefix + name).catch((error: unknown) => {
      this.#log.warn({ topic: name, error: redisError(error).message }, 'bus.unsubscribe_failed')
    })
  }

  async #subscribeTopics(names: string[]) {
    const epoch = this.#connectionEpoch
    const topics = names.map((name) => this.#topics.get(name))
    await this.#subscriber.subscribe(...names.map((name) => this.#prefix + name))
    if (epoch !== this.#connectionEpoch) throw new Error('the connection was lost')
    for (const topic of topics) {
      if (topic === undefined) continue
      topic.isSubscribed = true
      topic.subscribed.resolve()
    }
  }

  #onSubscriberClosed() {
    this.#connectionEpoch += 1
    for (const topic of this.#topics.values()) {
      if (!topic.isSubscribed) continue
      topic.isSubscribed = false
      topic.subscribed = Promise.withResolvers<void>()
    }
    this.#isSubscriberReady = false
    this.#updateHealth()
  }

  /** Subscribes to every topic again. The bus is healthy only after that. */
  async #recover() {
    const epoch = this.#connectionEpoch
    try {
      const names = [...this.#topics.keys()]
      for (let start = 0; start < names.length; start += topicsPerCommand) {
        const chunk = names.slice(start, start + topicsPerCommand).filter((name) => this.#topics.has(name))
        if (chunk.length > 0) await this.#subscribeTopics(chunk)
      }
      if (epoch !== this.#connectionEpoch) return
      this.#isSubscriberReady = true
      this.#updateHealth()
    } catch (error) {
      // If the connection was lost again, the next 'ready' event recovers.
      if (epoch !== this.#connectionEpoch || this.#subscriber.status !== 'ready') return
      this.#log.warn({ error: redisError(error).message }, 'bus.subscribe_failed')
      this.#subscriber.disconnect(true)
    }
  }

  #updateHealth() {
    const isHealthy = this.#isSubscriberReady && this.#publisher.status === 'ready'
    if (this.#isClosed || this.#isHealthy === isHealthy) return
    this.#isHealthy = isHealthy
    if (isHealthy) this.#log.info({ topics: this.#topics.size }, 'bus.recovered')
    else this.#log.warn({ topics: this.#topics.size }, 'bus.disconnected')
    for (const { handler } of this.#healthHandlers) handler(isHealthy)
  }
}

async function resolvesWithin(ms: number, promise: Promise<void>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([promise.then(() => true), timeout])
  } finally {
    clearTimeout(timer)
  }
}

import type { Redis } from 'ioredis'
import type { Log } from '../observability/log.ts'
import { closeRedis, openRedis, redisDeadlineMs, redisError, type RedisOptions } from '../redis/redis.ts'
import { isMoved } from '../redis/redis-topology.ts'
import { type Bus, dispatch, type Subscriber, HealthHandlers } from './bus.ts'

export type RedisBusOptions = RedisOptions & { prefix: string; log: Log }

/**
 * The bus of several processes, over Redis Pub/Sub. Redis sends a message once to each process that has subscribers of its
 * topic. While Redis is unreachable, `publish` rejects at once and `subscribe` at the deadline. A message that `publish`
 * rejected because Redis hung may still be delivered. After a reconnect the bus subscribes to every topic again.
 */
export async function redisBus(options: RedisBusOptions): Promise<Bus> {
  return openRedisBus(options, null)
}

/** The topics of one node of a Redis Cluster. `onMoved`: the node does not serve one of the topics. */
export async function shardBus(options: RedisBusOptions, onMoved: () => void): Promise<Bus> {
  return openRedisBus({ ...options, cluster: true }, onMoved)
}

async function openRedisBus(options: RedisBusOptions, onMoved: (() => void) | null): Promise<Bus> {
  await using opening = new AsyncDisposableStack()
  const publisher = opening.adopt(await openRedis('bus-publisher', options), closeRedis)
  const subscriber = opening.adopt(await openRedis('bus-subscriber', options), closeRedis)
  return new RedisBus({ ...options, onMoved }, { publisher, subscriber, connections: opening.move() })
}

type Topic = {
  readonly subscribers: Set<Subscriber>
  isSubscribed: boolean
  /** Resolves when Redis confirms the subscription. Replaced when a confirmed subscription is lost. */
  subscribed: PromiseWithResolvers<void>
}

/** Small enough that one reply does not delay the messages behind it. */
const topicsPerCommand = 500
/** A node that came back refuses subscriptions for some seconds. */
const shardRetryMs = 250

class RedisBus implements Bus {
  readonly #prefix: string
  readonly #log: Log
  readonly #deadlineMs: number
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #connections: AsyncDisposable
  /** Null without a cluster. */
  readonly #onMoved: (() => void) | null
  readonly #topics = new Map<string, Topic>()
  readonly #healthHandlers = new HealthHandlers()
  readonly #channelCount: Disposable | undefined
  /** Counts the subscriber's connections, so that a confirmation of an earlier one is ignored. */
  #connectionEpoch = 0
  #isSubscriberReady = true
  #recoverTimer: NodeJS.Timeout | undefined
  #isHealthy = true
  #isClosed = false

  constructor(
    { prefix, log, deadlineMs = redisDeadlineMs, metrics, onMoved }: RedisBusOptions & { onMoved: (() => void) | null },
    { publisher, subscriber, connections }: { publisher: Redis; subscriber: Redis; connections: AsyncDisposable },
  ) {
    this.#prefix = prefix
    this.#log = log
    this.#deadlineMs = deadlineMs
    this.#publisher = publisher
    this.#subscriber = subscriber
    this.#connections = connections
    this.#onMoved = onMoved
    subscriber.on(onMoved === null ? 'message' : 'smessage', (channel, text) => this.#onMessage(channel, text))
    // The node ended a subscription whose slot moved. The event does not name it.
    subscriber.on('moved', () => this.#recoverLater())
    subscriber.on('ready', () => void this.#recover())
    subscriber.on('close', () => this.#onSubscriberClosed())
    this.#channelCount = metrics?.observe('onair_redis_pubsub_channels', () => this.#topics.size)
    publisher.on('ready', () => this.#updateHealth())
    publisher.on('close', () => this.#updateHealth())
  }

  async publish(topic: string, message: unknown): Promise<void> {
    this.#requireOpen()
    try {
      const [channel, text] = [this.#prefix + topic, JSON.stringify(message)]
      if (this.#onMoved === null) await this.#publisher.publish(channel, text)
      else await this.#publisher.spublish(channel, text)
    } catch (error) {
      this.#reportMoved(error)
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
    return this.#healthHandlers.add(handler)
  }

  async [Symbol.asyncDispose]() {
    this.#isClosed = true
    clearTimeout(this.#recoverTimer)
    this.#channelCount?.[Symbol.dispose]()
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
      this.#reportMoved(error)
      if (this.#subscriber.status !== 'ready') return
      this.#log.warn({ topic: name, error: redisError(error).message }, 'bus.subscribe_failed')
    })
    return topic
  }

  async #releaseTopic(name: string, topic: Topic) {
    if (topic.subscribers.size > 0 || this.#topics.get(name) !== topic) return
    this.#topics.delete(name)
    if (this.#subscriber.status !== 'ready') return
    const channel = this.#prefix + name
    const ended =
      this.#onMoved === null ? this.#subscriber.unsubscribe(channel) : this.#subscriber.sunsubscribe(channel)
    await ended.catch((error: unknown) => {
      // The node has ended the subscription itself.
      if (isMoved(error)) return
      this.#log.warn({ topic: name, error: redisError(error).message }, 'bus.unsubscribe_failed')
    })
  }

  async #subscribeTopics(names: string[]) {
    const epoch = this.#connectionEpoch
    const topics = names.map((name) => this.#topics.get(name))
    const channels = names.map((name) => this.#prefix + name)
    if (this.#onMoved === null) await this.#subscriber.subscribe(...channels)
    // One command takes channels of one hash slot only.
    else await Promise.all(channels.map((channel) => this.#subscriber.ssubscribe(channel)))
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
      this.#reportMoved(error)
      this.#log.warn({ error: redisError(error).message }, 'bus.subscribe_failed')
      if (this.#onMoved === null) this.#subscriber.disconnect(true)
      else this.#recoverLater()
    }
  }

  #recoverLater() {
    this.#isSubscriberReady = false
    this.#updateHealth()
    this.#recoverTimer ??= setTimeout(() => {
      this.#recoverTimer = undefined
      if (this.#subscriber.status === 'ready') void this.#recover()
    }, shardRetryMs).unref()
  }

  #reportMoved(error: unknown) {
    if (isMoved(error)) this.#onMoved?.()
  }

  #updateHealth() {
    const isHealthy = this.#isSubscriberReady && this.#publisher.status === 'ready'
    if (this.#isClosed || this.#isHealthy === isHealthy) return
    this.#isHealthy = isHealthy
    if (isHealthy) this.#log.info({ topics: this.#topics.size }, 'bus.recovered')
    else this.#log.warn({ topics: this.#topics.size }, 'bus.disconnected')
    this.#healthHandlers.call(isHealthy)
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

import type { Log } from '../log.ts'
import { closeRedis, openRedis, redisDeadlineMs, redisError, type RedisOptions } from '../redis.ts'
import type { Bus } from './bus.ts'
import { dispatch, type Subscriber } from './dispatch.ts'

type Topic = {
  subscribers: Set<Subscriber>
  /** Resolves when Redis has said that it sends this topic, and starts anew when the connection broke. */
  subscribed: PromiseWithResolvers<void>
  isSubscribed: boolean
}

/**
 * The bus of several processes, over Redis Pub/Sub. While Redis is away `publish` is refused at once
 * and `listen` after the deadline; a message refused by a Redis that hangs may still be heard later. What was listened to before is listened to again when Redis is back.
 */
export async function redisBus(options: RedisOptions & { prefix: string; log: Log }): Promise<Bus> {
  const { prefix, log, deadlineMs = redisDeadlineMs } = options
  await using opening = new AsyncDisposableStack()
  const publisher = opening.adopt(await openRedis('bus-publisher', options), closeRedis)
  const subscriber = opening.adopt(await openRedis('bus-subscriber', options), closeRedis)
  const connections = opening.move()

  const topics = new Map<string, Topic>()
  const healthHandlers = new Set<{ handler: (isHealthy: boolean) => void }>()
  let connectionEpoch = 0
  let isSubscriberReady = true
  let isHealthy = true
  let closed = false

  const onMessage = (channel: string, text: string) => {
    const topic = channel.slice(prefix.length)
    const subscribers = topics.get(topic)?.subscribers
    if (subscribers === undefined) return
    try {
      dispatch(log, topic, subscribers, JSON.parse(text))
    } catch (error) {
      log.error({ topic, error }, 'bus.decode_failed')
    }
  }
  const updateHealth = () => {
    const healthy = isSubscriberReady && publisher.status === 'ready'
    if (closed || isHealthy === healthy) return
    isHealthy = healthy
    if (healthy) log.info({ topics: topics.size }, 'bus.recovered')
    else log.warn({ topics: topics.size }, 'bus.disconnected')
    for (const { handler } of healthHandlers) handler(healthy)
  }

  const subscribeTopics = async (names: string[]) => {
    const epoch = connectionEpoch
    const requested = names.map((name) => topics.get(name))
    await subscriber.subscribe(...names.map((name) => prefix + name))
    if (epoch !== connectionEpoch) throw new Error('the connection broke')
    for (const topic of requested) {
      if (topic === undefined) continue
      topic.isSubscribed = true
      topic.subscribed.resolve()
    }
  }
  const resubscribeAll = async () => {
    const all = [...topics.keys()]
    for (let start = 0; start < all.length; start += topicsPerCommand) {
      const names = all.slice(start, start + topicsPerCommand).filter((name) => topics.has(name))
      if (names.length > 0) await subscribeTopics(names)
    }
  }
  const recover = async () => {
    const epoch = connectionEpoch
    try {
      await resubscribeAll()
      if (epoch !== connectionEpoch) return
      isSubscriberReady = true
      updateHealth()
    } catch (error) {
      // On a connection that broke again there is nothing to do: the next one listens to everything.
      if (epoch !== connectionEpoch || subscriber.status !== 'ready') return
      log.warn({ reason: redisError(error).message }, 'bus.subscribe_failed')
      subscriber.disconnect(true)
    }
  }
  subscriber.on('message', onMessage)
  subscriber.on('ready', () => void recover())
  subscriber.on('close', () => {
    connectionEpoch++
    for (const topic of topics.values()) {
      if (topic.isSubscribed) Object.assign(topic, { isListened: false, listened: Promise.withResolvers<void>() })
    }
    isSubscriberReady = false
    updateHealth()
  })
  publisher.on('ready', updateHealth)
  publisher.on('close', updateHealth)

  const addTopic = (name: string): Topic => {
    const topic: Topic = { subscribers: new Set(), subscribed: Promise.withResolvers<void>(), isSubscribed: false }
    topics.set(name, topic)
    if (subscriber.status !== 'ready') return topic
    subscribeTopics([name]).catch((error: unknown) => {
      if (subscriber.status === 'ready')
        log.warn({ topic: name, reason: redisError(error).message }, 'bus.subscribe_failed')
    })
    return topic
  }
  const releaseTopic = async (name: string, topic: Topic) => {
    if (topic.subscribers.size > 0 || topics.get(name) !== topic) return
    topics.delete(name)
    if (subscriber.status !== 'ready') return
    await subscriber.unsubscribe(prefix + name).catch((error: unknown) => {
      log.warn({ topic: name, reason: redisError(error).message }, 'bus.unsubscribe_failed')
    })
  }

  return {
    async publish(topic, message) {
      if (closed) throw new Error('the bus is closed')
      try {
        await publisher.publish(prefix + topic, JSON.stringify(message))
      } catch (error) {
        throw redisError(error)
      }
    },
    async subscribe(name, handler) {
      if (closed) throw new Error('the bus is closed')
      const topic = topics.get(name) ?? addTopic(name)
      const entry = { handler }
      const unsubscribe = async () => {
        if (topic.subscribers.delete(entry)) await releaseTopic(name, topic)
      }
      topic.subscribers.add(entry)
      if (!(await resolvesWithin(deadlineMs, topic.subscribed.promise))) {
        await unsubscribe()
        throw new Error('Redis did not take it: it is away')
      }
      return { [Symbol.asyncDispose]: unsubscribe }
    },
    onHealthChange(handler) {
      const entry = { handler }
      healthHandlers.add(entry)
      return { [Symbol.dispose]: () => void healthHandlers.delete(entry) }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      topics.clear()
      healthHandlers.clear()
      await connections.disposeAsync()
    },
  }
}

// Few enough that one answer does not hold up the messages behind it.
const topicsPerCommand = 500

async function resolvesWithin(ms: number, promise: Promise<void>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([promise.then(() => true), timeout])
  } finally {
    clearTimeout(timer)
  }
}

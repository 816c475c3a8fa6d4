import type { Log } from '../log.ts'
import { closeRedis, openRedis, redisDeadlineMs, redisFailure, type RedisOptions } from '../redis.ts'
import type { Bus } from './bus.ts'
import { callListeners, type Listener } from './call-listeners.ts'

type Topic = {
  listeners: Set<Listener>
  /** Resolves when Redis has said that it sends this topic, and starts anew when the connection broke. */
  listened: PromiseWithResolvers<void>
  isListened: boolean
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
  const tellers = new Set<{ tell: (whole: boolean) => void }>()
  let breaks = 0
  let listening = true
  let whole = true
  let closed = false

  const hear = (channel: string, text: string) => {
    const topic = channel.slice(prefix.length)
    const listeners = topics.get(topic)?.listeners
    if (listeners === undefined) return
    try {
      callListeners(log, topic, listeners, JSON.parse(text))
    } catch (error) {
      log.error({ topic, error }, 'bus.message-unreadable')
    }
  }
  const judgeHealth = () => {
    const is = listening && publisher.status === 'ready'
    if (closed || whole === is) return
    whole = is
    if (is) log.info({ topics: topics.size }, 'bus.whole')
    else log.warn({ topics: topics.size }, 'bus.broken')
    for (const { tell } of tellers) tell(is)
  }

  const subscribe = async (names: string[]) => {
    const asOf = breaks
    const asked = names.map((name) => topics.get(name))
    await subscriber.subscribe(...names.map((name) => prefix + name))
    if (asOf !== breaks) throw new Error('the connection broke')
    for (const topic of asked) {
      if (topic === undefined) continue
      topic.isListened = true
      topic.listened.resolve()
    }
  }
  const subscribeToAll = async () => {
    const all = [...topics.keys()]
    for (let at = 0; at < all.length; at += topicsPerCommand) {
      const names = all.slice(at, at + topicsPerCommand).filter((name) => topics.has(name))
      if (names.length > 0) await subscribe(names)
    }
  }
  const comeBack = async () => {
    const asOf = breaks
    try {
      await subscribeToAll()
      if (asOf !== breaks) return
      listening = true
      judgeHealth()
    } catch (error) {
      // On a connection that broke again there is nothing to do: the next one listens to everything.
      if (asOf !== breaks || subscriber.status !== 'ready') return
      log.warn({ reason: redisFailure(error).message }, 'bus.listen-refused')
      subscriber.disconnect(true)
    }
  }
  subscriber.on('message', hear)
  subscriber.on('ready', () => void comeBack())
  subscriber.on('close', () => {
    breaks++
    for (const topic of topics.values()) {
      if (topic.isListened) Object.assign(topic, { isListened: false, listened: Promise.withResolvers<void>() })
    }
    listening = false
    judgeHealth()
  })
  publisher.on('ready', judgeHealth)
  publisher.on('close', judgeHealth)

  const open = (name: string): Topic => {
    const topic: Topic = { listeners: new Set(), listened: Promise.withResolvers<void>(), isListened: false }
    topics.set(name, topic)
    if (subscriber.status !== 'ready') return topic
    subscribe([name]).catch((error: unknown) => {
      if (subscriber.status === 'ready')
        log.warn({ topic: name, reason: redisFailure(error).message }, 'bus.listen-refused')
    })
    return topic
  }
  const leave = async (name: string, topic: Topic) => {
    if (topic.listeners.size > 0 || topics.get(name) !== topic) return
    topics.delete(name)
    if (subscriber.status !== 'ready') return
    await subscriber.unsubscribe(prefix + name).catch((error: unknown) => {
      log.warn({ topic: name, reason: redisFailure(error).message }, 'bus.leave-failed')
    })
  }

  return {
    async publish(topic, message) {
      if (closed) throw new Error('the bus is closed')
      try {
        await publisher.publish(prefix + topic, JSON.stringify(message))
      } catch (error) {
        throw redisFailure(error)
      }
    },
    async listen(name, hear) {
      if (closed) throw new Error('the bus is closed')
      const topic = topics.get(name) ?? open(name)
      const listener = { hear }
      const stop = async () => {
        if (topic.listeners.delete(listener)) await leave(name, topic)
      }
      topic.listeners.add(listener)
      if (!(await comesWithin(deadlineMs, topic.listened.promise))) {
        await stop()
        throw new Error('Redis did not take it: it is away')
      }
      return { [Symbol.asyncDispose]: stop }
    },
    onHealth(tell) {
      const teller = { tell }
      tellers.add(teller)
      return { [Symbol.dispose]: () => void tellers.delete(teller) }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      topics.clear()
      tellers.clear()
      await connections.disposeAsync()
    },
  }
}

// Few enough that one answer does not hold up the messages behind it.
const topicsPerCommand = 500

async function comesWithin(ms: number, promise: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

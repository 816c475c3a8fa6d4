import type { Log } from '../observability/log.ts'
import { type Bus, dispatch, type Subscriber } from './bus.ts'

type Topic = { subscribers: Set<Subscriber>; queue: unknown[]; isDispatching: boolean }

/** The bus of a single process. Handlers run before `publish` returns and share the message: they must not modify it. */
export function memoryBus({ log }: { log: Pick<Log, 'error'> }): Bus {
  const topics = new Map<string, Topic>()
  let closed = false

  return {
    publish(name, message) {
      if (closed) return Promise.reject(new Error('the bus is closed'))
      const topic = topics.get(name)
      if (topic === undefined) return dispatched
      // A handler published to its own topic: queue it, so that every handler receives the messages in order.
      if (topic.isDispatching) {
        topic.queue.push(message)
        return dispatched
      }
      topic.isDispatching = true
      dispatch(log, name, topic.subscribers, message)
      for (let index = 0; index < topic.queue.length; index++)
        dispatch(log, name, topic.subscribers, topic.queue[index])
      if (topic.queue.length > 0) topic.queue = []
      topic.isDispatching = false
      return dispatched
    },
    async subscribe(name, handler) {
      if (closed) throw new Error('the bus is closed')
      const topic = topics.get(name) ?? { subscribers: new Set(), queue: [], isDispatching: false }
      topics.set(name, topic)
      const subscriber = { handler }
      topic.subscribers.add(subscriber)
      return {
        async [Symbol.asyncDispose]() {
          topic.subscribers.delete(subscriber)
          if (topic.subscribers.size === 0 && topics.get(name) === topic) topics.delete(name)
        },
      }
    },
    onHealthChange: () => ({ [Symbol.dispose]: () => {} }),
    async [Symbol.asyncDispose]() {
      closed = true
      for (const topic of topics.values()) topic.subscribers.clear()
      topics.clear()
    },
  }
}

// Handlers run before `publish` returns, so every call returns the same promise.
const dispatched = Promise.resolve()

import type { Log } from '../log.ts'
import type { Bus } from './bus.ts'
import { callListeners, type Listener } from './call-listeners.ts'

type Topic = { listeners: Set<Listener>; waiting: unknown[]; busy: boolean }

/** The bus of a single process. Listeners are called at once and with the very object that was published, so nobody may change it. */
export function memoryBus({ log }: { log: Pick<Log, 'error'> }): Bus {
  const topics = new Map<string, Topic>()
  let closed = false

  return {
    publish(name, message) {
      if (closed) return Promise.reject(new Error('the bus is closed'))
      const topic = topics.get(name)
      if (topic === undefined) return everyoneHeard
      // A listener that publishes to the topic it hears waits its turn, or the listeners after it would hear the answer first.
      if (topic.busy) {
        topic.waiting.push(message)
        return everyoneHeard
      }
      topic.busy = true
      callListeners(log, name, topic.listeners, message)
      for (let at = 0; at < topic.waiting.length; at++) callListeners(log, name, topic.listeners, topic.waiting[at])
      if (topic.waiting.length > 0) topic.waiting = []
      topic.busy = false
      return everyoneHeard
    },
    async listen(name, hear) {
      if (closed) throw new Error('the bus is closed')
      const topic = topics.get(name) ?? { listeners: new Set(), waiting: [], busy: false }
      topics.set(name, topic)
      const listener = { hear }
      topic.listeners.add(listener)
      return {
        async [Symbol.asyncDispose]() {
          topic.listeners.delete(listener)
          if (topic.listeners.size === 0 && topics.get(name) === topic) topics.delete(name)
        },
      }
    },
    onHealth: () => ({ [Symbol.dispose]: () => {} }),
    async [Symbol.asyncDispose]() {
      closed = true
      for (const topic of topics.values()) topic.listeners.clear()
      topics.clear()
    },
  }
}

// Listeners run before `publish` returns, so one promise serves every message.
const everyoneHeard = Promise.resolve()

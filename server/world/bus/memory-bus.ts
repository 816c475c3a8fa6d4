import type { Log } from '../log.ts'
import type { Bus } from './bus.ts'

type Listener = { hear: (message: unknown) => void }
type Topic = { listeners: Set<Listener>; waiting: unknown[]; busy: boolean }

/** The bus of a single process. Listeners are called at once and with the very object that was published, so nobody may change it. */
export function memoryBus({ log }: { log: Pick<Log, 'error'> }): Bus {
  const topics = new Map<string, Topic>()
  let closed = false

  const deliver = (name: string, listeners: Set<Listener>, message: unknown) => {
    let left = listeners.size
    for (const listener of listeners) {
      if (left-- === 0) return
      try {
        listener.hear(message)
      } catch (error) {
        log.error({ topic: name, error }, 'bus.listener-failed')
      }
    }
  }
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
      deliver(name, topic.listeners, message)
      for (let at = 0; at < topic.waiting.length; at++) deliver(name, topic.listeners, topic.waiting[at])
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

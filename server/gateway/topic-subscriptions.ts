import type { ChannelEventMessage, Topic } from '../shared/events.ts'
import { subscribe } from '../shared/events.ts'
import type { Bus } from '../infra/bus/bus.ts'

/** Listens to a topic of the bus once, for as long as anyone here wants it. */
export type TopicSubscriptions = {
  /** When this resolves no event of the topic is missed. */
  acquire(topic: Topic<ChannelEventMessage>): Promise<void>
  release(topic: Topic<ChannelEventMessage>): Promise<void>
}

export function createTopicSubscriptions(
  bus: Bus,
  handler: (topic: string, message: ChannelEventMessage) => void,
): TopicSubscriptions {
  const subscriptions = new Map<string, { refCount: number; subscription: Promise<AsyncDisposable> }>()
  return {
    async acquire(topic) {
      let entry = subscriptions.get(topic.name)
      if (entry === undefined) {
        entry = { refCount: 0, subscription: subscribe(bus, topic, (message) => handler(topic.name, message)) }
        subscriptions.set(topic.name, entry)
      }
      entry.refCount += 1
      try {
        await entry.subscription
      } catch (error) {
        if (subscriptions.get(topic.name) === entry) subscriptions.delete(topic.name)
        throw error
      }
    },
    async release(topic) {
      const entry = subscriptions.get(topic.name)
      if (entry === undefined || --entry.refCount > 0) return
      subscriptions.delete(topic.name)
      const subscription = await entry.subscription
      await subscription[Symbol.asyncDispose]()
    },
  }
}

import type { Bus } from '../infra/bus/bus.ts'

type BusMessage = { topic: string; message: unknown }

/** A bus that does to messages what a test says: `handle` gets each one and `pass`, which lets a message through. */
export type FaultBus = {
  wrap: (bus: Bus) => Bus
  /** From now on; without an argument everything passes. */
  setHandler(handler?: MessageHandler): void
  /** Says that the way broke, or is whole again. */
  reportHealth(isHealthy: boolean): void
}
export type MessageHandler = (what: BusMessage, pass: (what: BusMessage) => Promise<void>) => Promise<void> | undefined

export function faultBus(): FaultBus {
  let messageHandler = passThrough
  const healthListeners = new Set<(whole: boolean) => void>()
  return {
    setHandler(next = passThrough) {
      messageHandler = next
    },
    reportHealth(isHealthy) {
      for (const listener of healthListeners) listener(isHealthy)
    },
    wrap: (bus) => ({
      publish: async (topic, message) =>
        await messageHandler({ topic, message }, (busMessage) => bus.publish(busMessage.topic, busMessage.message)),
      subscribe: (topic, handler) => bus.subscribe(topic, handler),
      onHealthChange(listener) {
        healthListeners.add(listener)
        return { [Symbol.dispose]: () => void healthListeners.delete(listener) }
      },
      [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose](),
    }),
  }
}

const passThrough: MessageHandler = (busMessage, pass) => pass(busMessage)

/** Loses everything of topics that match. */
export function dropTopics(pattern: RegExp): MessageHandler {
  return (busMessage, pass) => (pattern.test(busMessage.topic) ? undefined : pass(busMessage))
}

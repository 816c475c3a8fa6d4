import type { Bus } from '@onair/server/infra/bus/bus.ts'

type BusMessage = { topic: string; message: unknown }

/** A bus whose messages a test can delay, reorder or drop. */
export type FaultBus = {
  wrap: (bus: Bus) => Bus
  /** Sets what handles each message; `pass` publishes it. Without an argument, all messages pass. */
  setHandler(handler?: MessageHandler): void
  /** Reports that the connection was lost or restored. */
  reportHealth(isHealthy: boolean): void
}
export type MessageHandler = (what: BusMessage, pass: (what: BusMessage) => Promise<void>) => Promise<void> | undefined

export function faultBus(): FaultBus {
  let messageHandler = passThrough
  const healthListeners = new Set<(isHealthy: boolean) => void>()
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

/** Drops all messages of matching topics. */
export function dropTopics(pattern: RegExp): MessageHandler {
  return (busMessage, pass) => (pattern.test(busMessage.topic) ? undefined : pass(busMessage))
}

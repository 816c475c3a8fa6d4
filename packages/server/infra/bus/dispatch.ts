import type { Log } from '../observability/log.ts'

export type Subscriber = { handler: (message: unknown) => void }

/** Calls the current subscribers. A subscriber added by a handler does not receive this message. */
export function dispatch(log: Pick<Log, 'error'>, topic: string, subscribers: Set<Subscriber>, message: unknown) {
  let remaining = subscribers.size
  for (const subscriber of subscribers) {
    if (remaining-- === 0) return
    try {
      subscriber.handler(message)
    } catch (error) {
      log.error({ topic, error }, 'bus.handler_failed')
    }
  }
}

import type { Log } from '../observability/log.ts'

/**
 * Publish and subscribe between processes. Delivers each message at most once. Messages of one publisher to one topic
 * arrive in order. A message is data that survives JSON unchanged.
 */
export type Bus = AsyncDisposable & {
  /**
   * Resolves when the message has left this process (memory bus: when every handler was called). Rejects within two
   * seconds while the connection is broken. A rejected message is not sent later, but it may have been delivered.
   */
  publish(topic: string, message: unknown): Promise<void>
  /**
   * Once this resolves, no message of the topic is missed until the subscription is disposed of. If a handler throws,
   * the error is logged and the other handlers are called.
   */
  subscribe(topic: string, handler: (message: unknown) => void): Promise<AsyncDisposable>
  /**
   * Calls `handler(false)` when the connection breaks, because messages may be missed, and `handler(true)` when it is
   * healthy again. The memory bus is always healthy.
   */
  onHealthChange(handler: (isHealthy: boolean) => void): Disposable
}

export type BusMessage = { readonly topic: string; readonly message: unknown }

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

type Handler = (isHealthy: boolean) => void

/** The handlers of `Bus.onHealthChange`. */
export class HealthHandlers {
  readonly #entries = new Set<{ handler: Handler }>()

  add(handler: Handler): Disposable {
    const entry = { handler }
    this.#entries.add(entry)
    return { [Symbol.dispose]: () => void this.#entries.delete(entry) }
  }

  call(isHealthy: boolean): void {
    for (const { handler } of this.#entries) handler(isHealthy)
  }

  clear(): void {
    this.#entries.clear()
  }
}

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

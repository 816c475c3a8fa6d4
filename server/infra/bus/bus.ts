/**
 * Carries news from whoever caused it to whoever listens now, in this process or in another.
 * At most once; in order per topic and publisher. A message is data that survives JSON unchanged.
 */
export type Bus = AsyncDisposable & {
  /** Resolves when the message has left this process (memory: when every listener has been called). Refused within two seconds when the way is broken; a refused message is not sent later on purpose, yet may have been heard. */
  publish(topic: string, message: unknown): Promise<void>
  /** From the moment this resolves no message of the topic is missed, until the listening is disposed of. A message that a listener throws at is logged and the others still get it. */
  subscribe(topic: string, handler: (message: unknown) => void): Promise<AsyncDisposable>
  /** Called when the way to the others broke and messages may have been missed, and again when it is whole. The memory bus is always whole. */
  onHealthChange(handler: (isHealthy: boolean) => void): Disposable
}

/** A message with the topic it is told under. */
export type BusEvent = { readonly topic: string; readonly message: unknown }

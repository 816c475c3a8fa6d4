import type { Log } from '../log.ts'

export type Listener = { hear: (message: unknown) => void }

/** Gives a message to everyone who listens now: whoever comes while it is given does not hold it up for ever. */
export function callListeners(log: Pick<Log, 'error'>, topic: string, listeners: Set<Listener>, message: unknown) {
  let left = listeners.size
  for (const listener of listeners) {
    if (left-- === 0) return
    try {
      listener.hear(message)
    } catch (error) {
      log.error({ topic, error }, 'bus.listener-failed')
    }
  }
}

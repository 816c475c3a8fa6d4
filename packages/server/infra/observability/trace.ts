import { AsyncLocalStorage } from 'node:async_hooks'

const traceStorage = new AsyncLocalStorage<string | undefined>()

/** Runs `callback`, and everything it starts, with this trace id: the id of the request that caused it. */
export function runInTrace<T>(traceId: string | undefined, callback: () => T): T {
  return traceStorage.run(traceId, callback)
}

/** The id of the request that caused the current work; undefined if nothing records it. */
export function currentTraceId(): string | undefined {
  return traceStorage.getStore()
}

import { AsyncLocalStorage } from 'node:async_hooks'

const traceStorage = new AsyncLocalStorage<string | undefined>()

/** Runs an act, and all that it begins, as part of a chain: what a request causes is known by that request's id. */
export function runInTrace<T>(traceId: string | undefined, callback: () => T): T {
  return traceStorage.run(traceId, callback)
}

/** The chain that this is part of; none where nobody records. */
export function currentTraceId(): string | undefined {
  return traceStorage.getStore()
}

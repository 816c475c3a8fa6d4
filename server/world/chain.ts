import { AsyncLocalStorage } from 'node:async_hooks'

const chains = new AsyncLocalStorage<string | undefined>()

/** Runs an act, and all that it begins, as part of a chain: what a request causes is known by that request's id. */
export function inChain<T>(chain: string | undefined, act: () => T): T {
  return chains.run(chain, act)
}

/** The chain that this is part of; none where nobody records. */
export function chainNow(): string | undefined {
  return chains.getStore()
}

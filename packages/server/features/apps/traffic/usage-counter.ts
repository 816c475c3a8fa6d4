import type { Scope } from '@onair/contract'
import type { ClientCaller, TokenCaller } from '../../../shared/callers/caller.ts'
import { FlushedSums, type SumDeps } from './flushed-sums.ts'
import { addUsage, type UsageSum } from './usage-store.ts'

/** Counts the successful calls of applications. */
export type UsageCounter = AsyncDisposable & {
  record(caller: TokenCaller | ClientCaller, scope: Scope | null, now: number): void
  /** Writes what was counted. */
  flush(): Promise<void>
}

export async function openUsageCounter(deps: SumDeps): Promise<UsageCounter> {
  const sums = await FlushedSums.open<UsageSum>({ name: 'usage', merge, write: addUsage }, deps)
  return {
    record(caller, scope, now) {
      const { clientId } = caller
      const grantId = caller.kind === 'token' ? caller.grantId : null
      const used = { clientId, scope: scope ?? '', grantId, firstUsedAt: now, lastUsedAt: now }
      const sum = sums.of(`${clientId} ${used.scope} ${grantId}`, () => ({ ...used, calls: 0 }))
      if (sum !== null) merge(sum, { ...used, calls: 1 })
    },
    flush: () => sums.flush(),
    [Symbol.asyncDispose]: () => sums[Symbol.asyncDispose](),
  }
}

function merge(sum: UsageSum, { calls, firstUsedAt, lastUsedAt }: UsageSum): void {
  sum.calls += calls
  sum.firstUsedAt = Math.min(sum.firstUsedAt, firstUsedAt)
  sum.lastUsedAt = Math.max(sum.lastUsedAt, lastUsedAt)
}

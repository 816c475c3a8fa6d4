import type { Scope } from '@onair/contract'
import type { ClientCaller, TokenCaller } from '../../../shared/callers/caller.ts'
import { subscribe, resetTopic } from '../../../shared/bus-messages.ts'
import { repeat } from '../../../shared/repeat.ts'
import type { Deps } from '../../../infra/deps.ts'
import { addUsage, type AppUsageDelta, type GrantUsageDelta } from './usage-store.ts'

/** Usage of the last interval is lost when a process is killed. In process time. */
export const flushIntervalMs = 5_000

/**
 * Counts the successful calls of applications, and writes the counts in batches, so that no call
 * waits for a write.
 */
export type UsageCounter = AsyncDisposable & {
  record(caller: TokenCaller | ClientCaller, scope: Scope | null, now: number): void
  /** Writes what was counted. */
  flush(): Promise<void>
}

export async function openUsageCounter({
  bus,
  clock,
  db,
  log,
}: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>): Promise<UsageCounter> {
  let apps = new Map<string, Map<string, AppUsageDelta>>()
  let grants = new Map<string, GrantUsageDelta>()

  const clear = () => {
    apps = new Map()
    grants = new Map()
  }
  const addAppUsage = (clientId: string, scope: string, calls: number, firstUsedAt: number, lastUsedAt: number) => {
    const scopes = apps.get(clientId) ?? new Map<string, AppUsageDelta>()
    if (scopes.size === 0) apps.set(clientId, scopes)
    const usage = scopes.get(scope)
    if (usage === undefined) scopes.set(scope, { clientId, scope, calls, firstUsedAt, lastUsedAt })
    else extendPeriod(usage, firstUsedAt, lastUsedAt).calls += calls
  }
  const addGrantUsage = (grantId: string, firstUsedAt: number, lastUsedAt: number) => {
    const usage = grants.get(grantId)
    if (usage === undefined) grants.set(grantId, { grantId, firstUsedAt, lastUsedAt })
    else extendPeriod(usage, firstUsedAt, lastUsedAt)
  }

  const flush = async () => {
    const [appUsage, grantUsage] = [[...apps.values()].flatMap((scopes) => [...scopes.values()]), [...grants.values()]]
    if (appUsage.length === 0) return
    clear()
    try {
      await db.transaction((tx) => addUsage(tx, appUsage, grantUsage))
    } catch (error) {
      for (const { clientId, scope, calls, firstUsedAt, lastUsedAt } of appUsage)
        addAppUsage(clientId, scope, calls, firstUsedAt, lastUsedAt)
      for (const { grantId, firstUsedAt, lastUsedAt } of grantUsage) addGrantUsage(grantId, firstUsedAt, lastUsedAt)
      throw error
    }
  }
  const onError = (error: unknown) => log.warn({ error: String(error) }, 'usage.write_failed')
  const subscription = await subscribe(bus, resetTopic, clear)
  const flushLoop = repeat(flush, { clock, intervalMs: flushIntervalMs, onError })

  return {
    record(caller, scope, now) {
      addAppUsage(caller.clientId, scope ?? '', 1, now, now)
      if (caller.kind === 'token') addGrantUsage(caller.grantId, now, now)
    },
    flush,
    async [Symbol.asyncDispose]() {
      await subscription[Symbol.asyncDispose]()
      await flushLoop[Symbol.asyncDispose]()
      await flush().catch(onError)
    },
  }
}

function extendPeriod<U extends GrantUsageDelta | AppUsageDelta>(usage: U, firstUsedAt: number, lastUsedAt: number): U {
  if (firstUsedAt < usage.firstUsedAt) usage.firstUsedAt = firstUsedAt
  if (lastUsedAt > usage.lastUsedAt) usage.lastUsedAt = lastUsedAt
  return usage
}

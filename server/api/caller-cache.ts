import type { ClientCaller, TokenCaller } from '../shared/caller.ts'
import { callersTopic, subscribe, resetTopic } from '../shared/events.ts'
import { authenticateClient } from '../features/apps/authenticate-client.ts'
import { authenticateToken } from '../features/auth/authenticate-token.ts'
import type { Deps } from '../infra/deps.ts'

/** How long a caller is remembered at the most, in real time; the signals of `kit/signals.ts` end it sooner. */
const maxAgeMs = 5_000
const maxEntries = 50_000

/** Tells who a credential stands for; remembered for a few seconds, so that not every call asks the database. */
export type CallerCache = AsyncDisposable & {
  /** Throws the 401 when the token stands for nobody. */
  findByToken(token: string): TokenCaller | Promise<TokenCaller>
  findByCredentials(
    credentials: { clientId: string; clientSecret: string },
    ip: string,
  ): ClientCaller | Promise<ClientCaller>
}

type CacheEntry<C> = { caller: C; until: number; expiresAt: number }

export async function openCallerCache(deps: Deps): Promise<CallerCache> {
  const { bus, clock } = deps
  const tokens = new Map<string, CacheEntry<TokenCaller>>()
  const clients = new Map<string, CacheEntry<ClientCaller>>()
  // What is loaded while news arrives may be out of date already, so it is remembered only when no news came meanwhile.
  let invalidations = 0
  let isBusHealthy = true

  const clear = () => {
    invalidations += 1
    tokens.clear()
    clients.clear()
  }
  const subscriptions = [
    await subscribe(bus, callersTopic, ({ clientId, channelId }) => {
      invalidations += 1
      for (const [key, { caller }] of tokens)
        if (caller.clientId === clientId && (channelId === null || caller.channelId === channelId)) tokens.delete(key)
      if (channelId === null)
        for (const [key, { caller }] of clients) if (caller.clientId === clientId) clients.delete(key)
    }),
    await subscribe(bus, resetTopic, clear),
  ]
  using resources = new DisposableStack()
  resources.use(
    bus.onHealthChange((isHealthy) => {
      isBusHealthy = isHealthy
      clear()
    }),
  )
  const healthSubscription = resources.move()

  function lookUp<C>(cache: Map<string, CacheEntry<C>>, key: string): C | null {
    const entry = cache.get(key)
    if (entry === undefined) return null
    if (entry.until > clock.uptime() && entry.expiresAt > clock.monotonicNow()) return entry.caller
    cache.delete(key)
    return null
  }
  function store<C>(
    cache: Map<string, CacheEntry<C>>,
    key: string,
    caller: C,
    expiresAt: number,
    invalidationsBefore: number,
  ) {
    if (!isBusHealthy || invalidations !== invalidationsBefore) return
    if (cache.size >= maxEntries) cache.delete(cache.keys().next().value as string)
    cache.set(key, { caller, until: clock.uptime() + maxAgeMs, expiresAt })
  }

  return {
    findByToken(token) {
      return lookUp(tokens, token) ?? load()

      async function load(): Promise<TokenCaller> {
        const invalidationsBefore = invalidations
        const { caller, expiresAt } = await authenticateToken(token, deps)
        store(tokens, token, caller, expiresAt, invalidationsBefore)
        return caller
      }
    },
    findByCredentials({ clientId, clientSecret }, ip) {
      const key = `${clientId}\n${clientSecret}`
      return lookUp(clients, key) ?? load()

      async function load(): Promise<ClientCaller> {
        const invalidationsBefore = invalidations
        const { caller, expiresAt } = await authenticateClient({ clientId, clientSecret, address: ip }, deps)
        store(clients, key, caller, expiresAt ?? Number.POSITIVE_INFINITY, invalidationsBefore)
        return caller
      }
    },
    async [Symbol.asyncDispose]() {
      healthSubscription.dispose()
      for (const subscription of subscriptions) await subscription[Symbol.asyncDispose]()
    },
  }
}

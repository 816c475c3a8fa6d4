import type { ClientCaller, TokenCaller } from '../../shared/callers/caller.ts'
import {
  accountEndedTopic,
  callersTopic,
  channelRenamedTopic,
  subscribe,
  resetTopic,
} from '../../shared/bus-messages.ts'
import { authenticateClient } from '../../features/apps/authenticate-client.ts'
import { authenticateToken } from '../../features/auth/authenticate-token.ts'
import type { Clock, ClockReading } from '../../infra/clock.ts'
import type { Deps } from '../../infra/deps.ts'
import { limitLookups } from '../limits/lookup-limit.ts'
import type { UnknownCredentials } from '../limits/unknown-credentials.ts'

/** The maximum age in process time. Bus events evict a caller sooner. */
const maxAgeMs = 5_000
const maxEntries = 50_000

/** Finds the callers of credentials, and caches them so that not every call reads the database. Unknown credentials are 401. */
export type CallerCache = AsyncDisposable & {
  findByToken(token: string, ip: string, at: ClockReading): TokenCaller | Promise<TokenCaller>
  findByCredentials(credentials: ClientCredentials, ip: string, at: ClockReading): ClientCaller | Promise<ClientCaller>
  /** Finds the caller without the cache. */
  authenticateClient(credentials: ClientCredentials, ip: string): Promise<ClientCaller>
}
type ClientCredentials = { clientId: string; clientSecret: string }

export async function openCallerCache(unknown: UnknownCredentials, deps: Deps): Promise<CallerCache> {
  const { bus, clock } = deps
  const limited = limitLookups()
  const tokens = new Cache<TokenCaller>(clock, limited)
  const clients = new Cache<ClientCaller>(clock, limited)
  await using opening = new AsyncDisposableStack()
  const clear = () => {
    tokens.evict(() => true)
    clients.evict(() => true)
  }
  opening.use(
    await subscribe(bus, callersTopic, ({ clientId, channelId }) => {
      tokens.evict((caller) => caller.clientId === clientId && (channelId === null || caller.channelId === channelId))
      if (channelId === null) clients.evict((caller) => caller.clientId === clientId)
    }),
  )
  for (const topic of [accountEndedTopic, channelRenamedTopic])
    opening.use(
      await subscribe(bus, topic, ({ channelId }) => tokens.evict((caller) => caller.channelId === channelId)),
    )
  opening.use(await subscribe(bus, resetTopic, clear))
  opening.use(
    bus.onHealthChange((isHealthy) => {
      tokens.isEnabled = clients.isEnabled = isHealthy
      clear()
    }),
  )
  const loadClient = ({ clientId, clientSecret }: ClientCredentials, ip: string) =>
    authenticateClient({ clientId, clientSecret, ip }, deps)
  const opened = opening.move()

  return {
    findByToken(token, ip, at) {
      const fresh = tokens.findFresh(token, at)
      if (fresh !== undefined) return fresh
      return unknown.find({
        key: token,
        secret: token,
        ip,
        lookUp: async () => tokens.find(token, () => authenticateToken(token, deps)),
      })
    },
    findByCredentials(credentials, ip, at) {
      const key = keyOf(credentials)
      const fresh = clients.findFresh(key, at)
      if (fresh !== undefined) return fresh
      return unknown.findClient({
        key,
        secret: credentials.clientSecret,
        ip,
        lookUp: async () => clients.find(key, () => loadClient(credentials, ip)),
      })
    },
    async authenticateClient(credentials, ip) {
      const lookUp = async () => (await limited(() => loadClient(credentials, ip))).caller
      return unknown.findClient({ key: keyOf(credentials), secret: credentials.clientSecret, ip, lookUp })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function keyOf({ clientId, clientSecret }: ClientCredentials): string {
  return `${clientId}\n${clientSecret}`
}

type LimitLookups = ReturnType<typeof limitLookups>
type Loaded<C> = { caller: C; expiresAt: number | null }

class Cache<C> {
  readonly #clock: Clock
  readonly #limitLookups: LimitLookups
  readonly #entries = new Map<string, { caller: C; staleAt: number; expiresAt: number }>()
  readonly #loads = new Map<string, { caller: Promise<C>; evictionsBefore: number }>()
  #evictions = 0
  /** Entries are stored only while eviction events arrive. */
  isEnabled = true

  constructor(clock: Clock, limitLookups: LimitLookups) {
    this.#clock = clock
    this.#limitLookups = limitLookups
  }

  findFresh(key: string, at: Pick<ClockReading, 'uptime' | 'monotonicNow'>): C | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.staleAt > at.uptime && entry.expiresAt > at.monotonicNow) return entry.caller
    this.#entries.delete(key)
    return undefined
  }

  find(key: string, load: () => Promise<Loaded<C>>): C | Promise<C> {
    return this.findFresh(key, this.#clock.read()) ?? this.#loadOnce(key, load)
  }

  evict(matches: (caller: C) => boolean) {
    this.#evictions += 1
    for (const [key, { caller }] of this.#entries) if (matches(caller)) this.#entries.delete(key)
  }

  /** Concurrent calls with the same credentials share one look-up, as they would share its cached result. */
  #loadOnce(key: string, load: () => Promise<Loaded<C>>): Promise<C> {
    const current = this.#loads.get(key)
    if (current !== undefined && this.isEnabled && current.evictionsBefore === this.#evictions) return current.caller
    const started = { caller: this.#load(key, load), evictionsBefore: this.#evictions }
    this.#loads.set(key, started)
    const end = () => {
      if (this.#loads.get(key) === started) this.#loads.delete(key)
    }
    started.caller.then(end, end)
    return started.caller
  }

  async #load(key: string, load: () => Promise<Loaded<C>>): Promise<C> {
    const evictionsBefore = this.#evictions
    const { caller, expiresAt } = await this.#limitLookups(load)
    // A caller that was loaded before an eviction may be out of date.
    if (this.isEnabled && this.#evictions === evictionsBefore) {
      if (this.#entries.size >= maxEntries) this.#entries.delete(this.#entries.keys().next().value as string)
      const staleAt = this.#clock.uptime() + maxAgeMs
      this.#entries.set(key, { caller, staleAt, expiresAt: expiresAt ?? Number.POSITIVE_INFINITY })
    }
    return caller
  }
}

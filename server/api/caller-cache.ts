import type { ClientCaller, TokenCaller } from '../kit/handle.ts'
import { callersTopic, listen, resetTopic } from '../kit/signals.ts'
import { clientOf } from '../features/apps/credentials.ts'
import { tokenCallerOf } from '../features/auth/token-caller.ts'
import type { World } from '../world/world.ts'

/** How long a caller is remembered at the most, in real time; the signals of `kit/signals.ts` end it sooner. */
const rememberedMs = 5_000
const rememberedAtMost = 50_000

/** Tells who a credential stands for; remembered for a few seconds, so that not every call asks the database. */
export type CallerCache = AsyncDisposable & {
  /** Throws the 401 when the token stands for nobody. */
  ofToken(token: string): TokenCaller | Promise<TokenCaller>
  ofClient(
    credentials: { clientId: string; clientSecret: string },
    address: string,
  ): ClientCaller | Promise<ClientCaller>
}

type Remembered<C> = { caller: C; until: number; expiresAt: number }

export async function openCallerCache(world: World): Promise<CallerCache> {
  const { bus, clock } = world
  const tokens = new Map<string, Remembered<TokenCaller>>()
  const clients = new Map<string, Remembered<ClientCaller>>()
  // What is loaded while news arrives may be out of date already, so it is remembered only when no news came meanwhile.
  let news = 0
  let whole = true

  const forgetAll = () => {
    news += 1
    tokens.clear()
    clients.clear()
  }
  const listening = [
    await listen(bus, callersTopic, ({ clientId, channelId }) => {
      news += 1
      for (const [key, { caller }] of tokens)
        if (caller.clientId === clientId && (channelId === null || caller.channelId === channelId)) tokens.delete(key)
      if (channelId === null)
        for (const [key, { caller }] of clients) if (caller.clientId === clientId) clients.delete(key)
    }),
    await listen(bus, resetTopic, forgetAll),
  ]
  using health = new DisposableStack()
  health.use(
    bus.onHealth((isWhole) => {
      whole = isWhole
      forgetAll()
    }),
  )
  const kept = health.move()

  function remembered<C>(in_: Map<string, Remembered<C>>, key: string): C | null {
    const found = in_.get(key)
    if (found === undefined) return null
    if (found.until > clock.real() && found.expiresAt > clock.onward()) return found.caller
    in_.delete(key)
    return null
  }
  function remember<C>(in_: Map<string, Remembered<C>>, key: string, caller: C, expiresAt: number, newsBefore: number) {
    if (!whole || news !== newsBefore) return
    if (in_.size >= rememberedAtMost) in_.delete(in_.keys().next().value as string)
    in_.set(key, { caller, until: clock.real() + rememberedMs, expiresAt })
  }

  return {
    ofToken(token) {
      return remembered(tokens, token) ?? load()

      async function load(): Promise<TokenCaller> {
        const newsBefore = news
        const { caller, expiresAt } = await tokenCallerOf(token, world)
        remember(tokens, token, caller, expiresAt, newsBefore)
        return caller
      }
    },
    ofClient({ clientId, clientSecret }, address) {
      const key = `${clientId}\n${clientSecret}`
      return remembered(clients, key) ?? load()

      async function load(): Promise<ClientCaller> {
        const newsBefore = news
        const { caller, expiresAt } = await clientOf({ clientId, clientSecret, address }, world)
        remember(clients, key, caller, expiresAt ?? Number.POSITIVE_INFINITY, newsBefore)
        return caller
      }
    },
    async [Symbol.asyncDispose]() {
      kept.dispose()
      for (const one of listening) await one[Symbol.asyncDispose]()
    },
  }
}

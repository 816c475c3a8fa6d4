import type { Scope } from '@onair/contract'
import type { ClientCaller, TokenCaller } from '../../kit/handle.ts'
import { listen, resetTopic } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { addUses, type AppUses, type GrantUses } from './usage-store.ts'

/** How long a use may be known to its process alone, in real time. */
export const writtenAfterMs = 5_000

/** Notes every successful call of an application, and writes the notes down in batches, so that no call waits for it. */
export type Usage = AsyncDisposable & {
  note(caller: TokenCaller | ClientCaller, scope: Scope | null): void
}

export async function openUsage({ bus, clock, db, log }: Pick<World, 'bus' | 'clock' | 'db' | 'log'>): Promise<Usage> {
  let apps = new Map<string, Map<string, AppUses>>()
  let grants = new Map<string, GrantUses>()
  let writing = Promise.resolve()
  let closing = false

  const forget = () => {
    apps = new Map()
    grants = new Map()
  }
  const add = (clientId: string, scope: string, calls: number, first: number, last: number) => {
    const scopes = apps.get(clientId) ?? new Map<string, AppUses>()
    if (scopes.size === 0) apps.set(clientId, scopes)
    const uses = scopes.get(scope)
    if (uses === undefined) scopes.set(scope, { clientId, scope, calls, first, last })
    else widen(uses, first, last).calls += calls
  }
  const addGrant = (grantId: string, first: number, last: number) => {
    const uses = grants.get(grantId)
    if (uses === undefined) grants.set(grantId, { grantId, first, last })
    else widen(uses, first, last)
  }

  const write = async () => {
    const [appUses, grantUses] = [[...apps.values()].flatMap((scopes) => [...scopes.values()]), [...grants.values()]]
    if (appUses.length === 0) return
    forget()
    try {
      await db.change((tx) => addUses(tx, appUses, grantUses))
    } catch (error) {
      log.warn({ error: String(error) }, 'usage.not-written')
      for (const { clientId, scope, calls, first, last } of appUses) add(clientId, scope, calls, first, last)
      for (const { grantId, first, last } of grantUses) addGrant(grantId, first, last)
    }
  }
  const writeLater = (): Disposable =>
    clock.after(writtenAfterMs, () => {
      writing = write().then(() => {
        if (!closing) timer = writeLater()
      })
    })
  const listening = await listen(bus, resetTopic, forget)
  let timer = writeLater()

  return {
    note(caller, scope) {
      const now = clock.now()
      add(caller.clientId, scope ?? '', 1, now, now)
      if (caller.kind === 'token') addGrant(caller.grantId, now, now)
    },
    async [Symbol.asyncDispose]() {
      closing = true
      timer[Symbol.dispose]()
      await listening[Symbol.asyncDispose]()
      await writing
      await write()
    },
  }
}

function widen<U extends GrantUses | AppUses>(uses: U, first: number, last: number): U {
  if (first < uses.first) uses.first = first
  if (last > uses.last) uses.last = last
  return uses
}

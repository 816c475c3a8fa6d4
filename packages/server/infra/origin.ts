import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditActorKind } from '@onair/contract'

/** Who causes the current work. `id` is the channel id, the client id or the operator's name. */
export type Actor = { readonly kind: AuditActorKind; readonly id: string | null }
/** `actor` is a function, because some handlers authenticate the caller themselves. */
type Origin = { readonly network: string | null; readonly actor: () => Actor }

const originStorage = new AsyncLocalStorage<Origin>()

/** Runs `callback`, and everything it starts, on behalf of this actor, for the audit log. */
export function runWithOrigin<T>(origin: Origin, callback: () => T): T {
  return originStorage.run(origin, callback)
}

/** Who causes the current work, and from which network: the program itself, unless a request or a command does. */
export function currentOrigin(): { network: string | null; actor: Actor } {
  const origin = originStorage.getStore()
  if (origin === undefined) return { network: null, actor: { kind: 'system', id: null } }
  return { network: origin.network, actor: origin.actor() }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditActorKind } from '@onair/contract'

/** The person, application or program that causes the current work. `id` is the channel id, the client id or the operator's name. */
export type Actor = { readonly kind: AuditActorKind; readonly id: string | null }
/** `actor` is a function, because some handlers authenticate the caller themselves. */
type ActorContext = { readonly network: string | null; readonly actor: () => Actor }

const storage = new AsyncLocalStorage<ActorContext>()

/** Runs `callback`, and everything it starts, on behalf of this actor, for the audit log. */
export function runAsActor<T>(context: ActorContext, callback: () => T): T {
  return storage.run(context, callback)
}

/** The actor of the current work and their network: the program itself, unless a request or a command causes the work. */
export function currentActor(): { network: string | null; actor: Actor } {
  const context = storage.getStore()
  if (context === undefined) return { network: null, actor: { kind: 'system', id: null } }
  return { network: context.network, actor: context.actor() }
}

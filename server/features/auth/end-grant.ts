import { dropsScope, type Scope } from '@onair/contract'
import { callersTopic, signal, signalsToLook } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import { findSubscriptions, markScopesChanged, putScopes, removeGrant, type Grant } from './grant-store.ts'

/** Ends a grant that the change holds: its codes and tokens are dead, its event subscriptions end, and their sessions are told `revoked`. */
export async function endGrant(tx: Tx, tell: Tell, grant: Grant) {
  const ended = await findSubscriptions(tx, grant.id)
  await removeGrant(tx, grant.id)
  tellEnded(tell, grant, ended)
}

/** Gives a grant that the change holds these scopes and no others; event subscriptions that stood on a lost scope end. */
export async function changeScopes(
  tx: Tx,
  tell: Tell,
  grant: Grant,
  { scopes, now }: { scopes: readonly Scope[]; now: number },
) {
  const kept = scopes.filter((scope) => scope !== dropsScope)
  const lost = grant.scopes.filter((scope) => !kept.includes(scope))
  const ended = lost.length === 0 ? [] : await findSubscriptions(tx, grant.id, lost)
  await putScopes(tx, grant.id, kept)
  const isSame = lost.length === 0 && kept.every((scope) => grant.scopes.includes(scope))
  if (!isSame) await markScopesChanged(tx, grant.id, now)
  tellEnded(tell, grant, ended)
}

function tellEnded(tell: Tell, { clientId, channelId }: Grant, ended: Awaited<ReturnType<typeof findSubscriptions>>) {
  tell(signal(callersTopic, { clientId, channelId }))
  for (const each of signalsToLook(ended)) tell(each)
}

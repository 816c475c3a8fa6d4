import { dropsScope, type Scope } from '@onair/contract'
import { callersTopic, busMessage, syncCommands } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { listOpenSubscriptions, markScopesChanged, putGrantScopes, deleteGrant, type Grant } from './grant-store.ts'
import { keepRevoked, type Revocation } from './revoked-credential-store.ts'

/**
 * Revokes a locked grant: deletes its codes, tokens and event subscriptions, and keeps why. Their sessions receive `revoked`.
 */
export async function revokeGrant(tx: Tx, publish: Publish, grant: Grant, revocation: Revocation) {
  const endedSubscriptions = await listOpenSubscriptions(tx, grant.id)
  await keepRevoked(tx, grant.id, revocation)
  await deleteGrant(tx, grant.id)
  publishGrantChange(publish, grant, endedSubscriptions)
}

/** Replaces the scopes of a locked grant. Event subscriptions of removed scopes end. */
export async function updateGrantScopes(
  tx: Tx,
  publish: Publish,
  grant: Grant,
  { scopes, now }: { scopes: readonly Scope[]; now: number },
) {
  const newScopes = scopes.filter((scope) => scope !== dropsScope)
  const removedScopes = grant.scopes.filter((scope) => !newScopes.includes(scope))
  const endedSubscriptions = removedScopes.length === 0 ? [] : await listOpenSubscriptions(tx, grant.id, removedScopes)
  await putGrantScopes(tx, grant.id, newScopes)
  const isUnchanged = removedScopes.length === 0 && newScopes.every((scope) => grant.scopes.includes(scope))
  if (!isUnchanged) await markScopesChanged(tx, grant.id, now)
  publishGrantChange(publish, grant, endedSubscriptions)
}

function publishGrantChange(
  publish: Publish,
  { clientId, channelId }: Grant,
  endedSubscriptions: Awaited<ReturnType<typeof listOpenSubscriptions>>,
) {
  publish(busMessage(callersTopic, { clientId, channelId }))
  for (const event of syncCommands(endedSubscriptions)) publish(event)
}

import { findScope, type Scope } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { invalidField, errorReason } from '../../shared/refusal.ts'
import { resolveWireProfile } from '../../shared/callers/wire-profile.ts'
import type { Deps } from '../../infra/deps.ts'
import type { RegisteredApp } from '../apps/app-store.ts'
import { insertOrLockGrant } from './grant-store.ts'
import { updateGrantScopes } from './grants.ts'
import { issueTokens, type TokenSet } from './issue-tokens.ts'
import { grantableScopes } from './scope-rules.ts'

type NewGrant = { app: RegisteredApp; channelId: string; scopes: readonly string[] | undefined }

/**
 * Grants an application scopes of a channel without the consent page, and returns tokens. The grant has exactly these
 * scopes afterwards; without `scopes` it has every scope that the application may have.
 */
export async function createGrant(
  { app, channelId, scopes: scopeNames }: NewGrant,
  { clock, config, dataKey, db, random }: Pick<Deps, 'clock' | 'config' | 'dataKey' | 'db' | 'random'>,
): Promise<TokenSet> {
  const now = clock.now()
  const scopes = parseScopes(scopeNames, app)
  const wireProfile = resolveWireProfile(app.wire_profile, config)

  return db.transaction(async (tx, publish) => {
    const newGrant = { id: random.uuid(), clientId: app.client_id, channelId, createdAt: now }
    const grant = await insertOrLockGrant(tx, newGrant)
    await updateGrantScopes(tx, publish, grant, { scopes, now })
    const tokens = await issueTokens(tx, { ...grant, scopes }, { clock, dataKey, random, wireProfile })
    await recordAudit(tx, now, { action: 'grant.created', channelId, clientId: app.client_id, detail: { scopes } })
    return tokens
  })
}

function parseScopes(names: readonly string[] | undefined, app: RegisteredApp): Scope[] {
  const grantable = grantableScopes(app.scopes)
  if (names === undefined) return grantable
  for (const name of names) {
    const scope = findScope(name)
    if (scope === null || !grantable.includes(scope))
      throw invalidField('scopes', errorReason('APP_LACKS_SCOPE', { scope: name }))
  }
  return grantable.filter((scope) => names.some((name) => findScope(name) === scope))
}

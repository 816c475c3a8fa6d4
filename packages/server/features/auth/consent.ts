import { limits, type Scope } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { hashSecret, newSecret } from '../../shared/secrets.ts'
import { loadRequestingApp } from './connected-app-store.ts'
import { insertCode, insertOrLockGrant, loadGrant } from './grant-store.ts'
import { updateGrantScopes } from './grants.ts'
import { grantableScopes } from './scope-rules.ts'

export type ConsentRefusal = 'unknown_app' | 'redirect_uri_mismatch'
/** A valid request of an application. `scopesHash` identifies the requested scopes. */
export type ConsentRequest = {
  clientId: string
  appName: string
  /** The organization or the channel that registered it. */
  makerName: string | null
  redirectUri: string
  state: string
  scopes: readonly Scope[]
  scopesHash: string
}

/** Checks that the application exists and has registered exactly this redirect URI. Gap 12. */
export async function loadConsentRequest(
  { clientId, redirectUri, state }: { clientId: string; redirectUri: string; state: string },
  { db }: Pick<Deps, 'db'>,
): Promise<ConsentRequest | { refusal: ConsentRefusal }> {
  const app = await loadRequestingApp(db.read, clientId)
  if (app === null) return { refusal: 'unknown_app' }
  if (app.redirectUri !== redirectUri) return { refusal: 'redirect_uri_mismatch' }
  const scopes = grantableScopes(app.scopes)
  const scopesHash = hashSecret(scopes.join('\n')).toString('base64url')
  const { name: appName, makerName } = app
  return { clientId: app.clientId, appName, makerName, redirectUri, state, scopes, scopesHash }
}

/** The requested scopes that the person has granted before, and those that are new. */
export async function splitRequestedScopes(
  { clientId, scopes }: ConsentRequest,
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<{ newScopes: Scope[]; grantedScopes: Scope[] }> {
  const granted = (await loadGrant(db.read, clientId, channelId))?.scopes ?? []
  return {
    newScopes: scopes.filter((scope) => !granted.includes(scope)),
    grantedScopes: scopes.filter((scope) => granted.includes(scope)),
  }
}

/** Adds the requested scopes to the person's grant and returns an authorization code. */
export async function approveConsent(
  { clientId, redirectUri, state, scopes }: ConsentRequest,
  channelId: string,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const code = newSecret(random)
  await db.transaction(async (tx, publish) => {
    const grant = await insertOrLockGrant(tx, { id: random.uuid(), clientId, channelId, createdAt: now })
    await updateGrantScopes(tx, publish, grant, { scopes: [...new Set([...scopes, ...grant.scopes])], now })
    await insertCode(tx, {
      hash: hashSecret(code),
      grant_id: grant.id,
      redirect_uri: redirectUri,
      state,
      created_at: now,
      expires_at: clock.monotonicNow() + limits.authorizationCodeSec * 1000,
    })
    await recordAudit(tx, now, { action: 'grant.created', channelId, clientId, detail: { scopes } })
  })
  return code
}

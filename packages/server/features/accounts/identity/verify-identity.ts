import { createHmac } from 'node:crypto'
import type { Deps } from '../../../infra/deps.ts'
import type { AuthorizationRequest, IdentityFailure } from '../../../infra/oidc.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { deriveKey, hashSecret, newSecret } from '../../../shared/secrets.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { countIdentityCheck } from '../account-limits.ts'
import { hashIdentity } from './hash-identity.ts'
import { refusalToVerify, type IdentityRefusal } from './identity-rules.ts'
import {
  consumeIdentityCheck,
  insertVerifiedIdentity,
  loadVerifiedChannelId,
  markIdentityVerified,
  putIdentityCheck,
} from './identity-store.ts'

const lifetimeMs = 10 * 60_000

/**
 * Returns the URL of the identity provider's page, and stores that this session expects a response at `callbackUrl`.
 * Null when the session has ended. Gap 57.
 */
export async function startIdentityCheck(
  { channelId, sessionHash }: Visitor,
  callbackUrl: string,
  deps: Pick<Deps, 'clock' | 'counters' | 'db' | 'identityProvider' | 'log' | 'installationKey' | 'random'>,
): Promise<{ url: string } | { refusal: IdentityRefusal } | { retryAfterSec: number } | null> {
  const { clock, db, identityProvider, random } = deps
  if (identityProvider === null) return { refusal: 'no_provider' }
  const tooMany = await countIdentityCheck(channelId, deps)
  if (tooMany !== null) return tooMany

  const state = newSecret(random)
  const authorization = await identityProvider.createAuthorizationUrl(deriveCheck(state, callbackUrl, deps))
  if ('failed' in authorization) return { refusal: logFailure(authorization, deps) }
  const expiresAt = clock.monotonicNow() + lifetimeMs
  const check = { session_hash: sessionHash, state_hash: hashSecret(state), expires_at: expiresAt }
  const isStored = await db.transaction((tx) => putIdentityCheck(tx, check))
  return isStored ? { url: authorization.url } : null
}

/** Verifies the account with the provider's response. A response counts once, for the session that expects it. */
export async function finishIdentityCheck(
  visitor: Visitor | null,
  { query, callbackUrl }: { query: URLSearchParams; callbackUrl: string },
  deps: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'identityProvider' | 'log' | 'installationKey'>,
): Promise<IdentityRefusal | null> {
  const { clock, db, identityProvider } = deps
  if (identityProvider === null) return 'no_provider'
  const state = query.get('state') ?? ''
  if (visitor === null || !(await consumeCheck(visitor, state, deps))) return 'unexpected_response'

  const { channelId } = visitor
  const identity = await identityProvider.verifyCallback(deriveCheck(state, callbackUrl, deps), query)
  if ('failed' in identity) return logFailure(identity, deps)
  const now = clock.now()
  const identityHash = hashIdentity(identity, 'verified identity', deps)
  return db.transaction(async (tx) => {
    const row = { identity_hash: identityHash, channel_id: channelId, verified_at: now }
    if (!(await insertVerifiedIdentity(tx, row)))
      return refusalToVerify(await loadVerifiedChannelId(tx, identityHash), channelId)
    await markIdentityVerified(tx, channelId, now)
    await recordAudit(tx, now, { action: 'identity.verified', channelId })
    return null
  })
}

function consumeCheck({ sessionHash }: Visitor, state: string, { clock, db }: Pick<Deps, 'clock' | 'db'>) {
  const monotonicNow = clock.monotonicNow()
  return db.transaction((tx) => consumeIdentityCheck(tx, { sessionHash, stateHash: hashSecret(state) }, monotonicNow))
}

/** The OpenID Connect request with this state. Nonce and code verifier derive from the installation key, so they are not stored. */
function deriveCheck(
  state: string,
  redirectUri: string,
  { installationKey }: Pick<Deps, 'installationKey'>,
): AuthorizationRequest {
  const key = deriveKey('identity check', installationKey)
  const deriveValue = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return { redirectUri, state, nonce: deriveValue('nonce'), codeVerifier: deriveValue('verifier') }
}

function logFailure({ failed, error }: IdentityFailure, { log }: Pick<Deps, 'log'>): IdentityRefusal {
  if (failed === 'unavailable') log.error({ error }, 'identity_provider.request_failed')
  else log.warn({ error }, 'identity_check.rejected')
  return failed
}

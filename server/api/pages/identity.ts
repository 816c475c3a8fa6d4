import { createHmac } from 'node:crypto'
import { errorPage, errorTexts } from './error-page.ts'
import { withReturnPath, definePage, page, redirect, type Page, type PageRequest } from './page-route.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { hashSecret, deriveKey, newSecret } from '../../shared/secrets.ts'
import type { Identity, AuthorizationRequest } from '../../infra/oidc.ts'
import type { Deps } from '../../infra/deps.ts'
import { countIdentityCheck } from '../../features/accounts/attempt-limits.ts'
import { identityPage } from './identity-page.ts'
import { refusalToVerify, type IdentityRefusal } from '../../features/accounts/identity-rules.ts'
import {
  insertVerifiedIdentity,
  loadVerifiedChannelId,
  markIdentityVerified,
  putIdentityCheck,
  consumeIdentityCheck,
} from '../../features/accounts/identity-store.ts'
import { identityError } from './identity-error-page.ts'

const path = '/verify-identity'
const callbackPath = `${path}/callback`
const lifetimeMs = 10 * 60_000

/** Says what verifying one's identity is, and whether it is done. Gap 57. */
export const showIdentity = definePage('GET', path, async (call, { identityProvider }) => {
  if (call.visitor === null) return redirect(withReturnPath('/sign-in', path))
  if (identityProvider === null && !call.visitor.identityVerified) return refusalPage('no_provider', call)
  const issuer = call.visitor.identityVerified || identityProvider === null ? null : identityProvider.issuer
  return page(identityPage(call, call.visitor, issuer), { formTargets: issuer === null ? [] : [issuer] })
})

/** Sends the person to the provider, and remembers that this session waits for an answer. */
export const startIdentityCheck = definePage('POST', path, async (call, deps) => {
  const { clock, db, identityProvider, random } = deps
  const { visitor } = call
  if (visitor === null) return redirect(withReturnPath('/sign-in', path))
  if (visitor.identityVerified) return redirect(path)
  if (identityProvider === null) return refusalPage('no_provider', call)
  const retryAfterSec = await countIdentityCheck(visitor.channelId, deps)
  if (retryAfterSec !== null)
    return errorPage(call, {
      ...errorTexts[call.language].tooManyAttempts(Math.ceil(retryAfterSec / 60)),
      retryAfterSec: retryAfterSec,
    })

  const state = newSecret(random)
  const authorization = await identityProvider.createAuthorizationUrl(deriveCheck(state, deps))
  if ('failed' in authorization) return providerErrorPage(authorization, call, deps)
  const expiresAt = clock.monotonicNow() + lifetimeMs
  const check = { session_hash: visitor.sessionHash, state_hash: hashSecret(state), expires_at: expiresAt }
  const isStored = await db.transaction((tx) => putIdentityCheck(tx, check))
  return redirect(isStored ? authorization.url : withReturnPath('/sign-in', path))
})

/** The person comes back. The answer counts for the session that waits for it, once. */
export const finishIdentityCheck = definePage('GET', callbackPath, async (call, deps) => {
  const { clock, db, identityProvider } = deps
  if (identityProvider === null) return refusalPage('no_provider', call)
  const state = call.query.get('state') ?? ''
  const isExpected = call.visitor !== null && (await consumeCheck(call.visitor, state, deps))
  if (call.visitor === null || !isExpected) return refusalPage('unexpected_response', call)

  const { channelId } = call.visitor
  const identity = await identityProvider.verifyCallback(deriveCheck(state, deps), call.query)
  if ('failed' in identity) return providerErrorPage(identity, call, deps)
  const now = clock.now()
  const identityHash = hashIdentity(identity, deps)
  const refusal = await db.transaction(async (tx) => {
    const row = { identity_hash: identityHash, channel_id: channelId, verified_at: now }
    if (!(await insertVerifiedIdentity(tx, row)))
      return refusalToVerify(await loadVerifiedChannelId(tx, identityHash), channelId)
    await markIdentityVerified(tx, channelId, now)
    return null
  })
  return refusal === null ? redirect(path) : refusalPage(refusal, call)
})

function consumeCheck({ sessionHash }: Visitor, state: string, { clock, db }: Pick<Deps, 'clock' | 'db'>) {
  const monotonicNow = clock.monotonicNow()
  return db.transaction((tx) => consumeIdentityCheck(tx, { sessionHash, stateHash: hashSecret(state) }, monotonicNow))
}

/** What belongs to a state. The rest is made from it with the program's key, so that nothing of it is stored. */
function deriveCheck(
  state: string,
  { addresses, programKey }: Pick<Deps, 'addresses' | 'programKey'>,
): AuthorizationRequest {
  const key = deriveKey('identity check', programKey)
  const deriveValue = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return {
    redirectUri: addresses.authUrl + callbackPath,
    state,
    nonce: deriveValue('nonce'),
    codeVerifier: deriveValue('verifier'),
  }
}

/** Stands for a real person. Subjects are often short numbers, so without the key it could be guessed back. */
function hashIdentity({ issuer, subject }: Identity, { programKey }: Pick<Deps, 'programKey'>): Buffer {
  const key = deriveKey('verified identity', programKey)
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest()
}

function providerErrorPage(
  { failed: refusal, reason }: { failed: IdentityRefusal; reason: string },
  call: PageRequest,
  { log }: Pick<Deps, 'log'>,
): Page {
  if (refusal === 'unavailable') log.error({ reason }, 'identity_provider.request_failed')
  else log.warn({ reason }, 'identity_check.rejected')
  return refusalPage(refusal, call)
}

/** The way on is the page where one begins: the address of the answer is used up. */
function refusalPage(refusal: IdentityRefusal, call: PageRequest): Page {
  return errorPage(
    { ...call, currentPath: refusal === 'no_provider' ? null : path },
    identityError(call.language, refusal),
  )
}

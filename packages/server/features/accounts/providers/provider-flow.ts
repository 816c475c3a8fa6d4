import { createHmac } from 'node:crypto'
import type { Deps } from '../../../infra/deps.ts'
import type { AuthorizationRequest, Identity, IdentityFailure, SignInProvider } from '../../../infra/oidc.ts'
import { deriveKey } from '../../../shared/secrets.ts'
import { countProviderFlow } from '../account-limits.ts'
import { expiryOfChallenge, newChallenge, useChallenge, type ProviderPurpose } from '../sign-in/challenge.ts'
import { hashIdentity } from '../identity/hash-identity.ts'

/** Why the answer of a provider is not accepted. */
export type ProviderRefusal = IdentityFailure['failed'] | 'unexpected_response' | 'linked_elsewhere'

/** `browser`: the CSRF token of a guest, or the session of a visitor, to which the way to the provider and back is bound. */
type Flow = { provider: SignInProvider; purpose: ProviderPurpose; browser: string }
type FlowDeps = Pick<Deps, 'addresses' | 'clock' | 'installationKey' | 'log'>

/** The provider with this id, or null. */
export function findProvider(id: string, { signInProviders }: Pick<Deps, 'signInProviders'>): SignInProvider | null {
  return signInProviders.find((provider) => provider.id === id) ?? null
}

/** The path at which people come back from a provider. */
export function callbackPath({ id }: Pick<SignInProvider, 'id'>): string {
  return `/sign-in/with/${id}/callback`
}

/** The URL of the provider's page, and the state with which the person comes back, once and within 10 minutes. */
export async function startProviderFlow(
  { provider, purpose, browser, ip }: Flow & { ip: string },
  deps: FlowDeps & Pick<Deps, 'counters' | 'random'>,
): Promise<{ url: string; state: string } | { refusal: ProviderRefusal } | { retryAfterSec: number }> {
  const tooMany = await countProviderFlow(ip, deps)
  if (tooMany !== null) return tooMany
  const state = newChallenge({ purpose: `PROVIDER_${purpose} ${provider.id}`, browser }, deps)
  const authorization = await provider.createAuthorizationUrl(requestOf({ provider, purpose }, state, deps))
  return 'failed' in authorization
    ? { refusal: logFailure(provider, authorization, deps) }
    : { url: authorization.url, state }
}

/** The identity that a provider answers with, for the first of the purposes that this browser has started. */
export async function finishProviderFlow(
  {
    provider,
    purposes,
    browser,
    query,
  }: Omit<Flow, 'purpose'> & {
    purposes: readonly ProviderPurpose[]
    query: URLSearchParams
  },
  deps: FlowDeps & Pick<Deps, 'dataKey' | 'db'>,
): Promise<
  { purpose: ProviderPurpose; identityHash: Buffer; email: Identity['email'] } | { refusal: ProviderRefusal }
> {
  const state = query.get('state') ?? ''
  const expiryFor = (purpose: ProviderPurpose) =>
    expiryOfChallenge(state, { purpose: `PROVIDER_${purpose} ${provider.id}`, browser }, deps)
  const purpose = purposes.find((each) => expiryFor(each) !== null)
  const expiresAt = purpose === undefined ? null : expiryFor(purpose)
  if (purpose === undefined || expiresAt === null) return { refusal: 'unexpected_response' }
  const isFirst = await deps.db.transaction((tx) => useChallenge(tx, state, expiresAt))
  if (!isFirst) return { refusal: 'unexpected_response' }
  const identity = await provider.verifyCallback(requestOf({ provider, purpose }, state, deps), query)
  if ('failed' in identity) return { refusal: logFailure(provider, identity, deps) }
  return { purpose, identityHash: hashIdentity(identity, 'provider link', deps), email: identity.email }
}

/** Nonce and code verifier derive from the installation key, so they are not stored. */
function requestOf(
  { provider, purpose }: Omit<Flow, 'browser'>,
  state: string,
  { addresses, installationKey }: Pick<Deps, 'addresses' | 'installationKey'>,
): AuthorizationRequest {
  const key = deriveKey('sign-in at a provider', installationKey)
  const deriveValue = (name: string) => createHmac('sha256', key).update(`${name} ${state}`).digest('base64url')
  return {
    redirectUri: addresses.authUrl + callbackPath(provider),
    state,
    nonce: deriveValue('nonce'),
    codeVerifier: deriveValue('verifier'),
    asksAgain: purpose === 'CONFIRM' || purpose === 'CONFIRM_WITH_CODE',
    wantsEmail: purpose === 'SIGN_IN',
  }
}

function logFailure(
  { id: provider }: SignInProvider,
  { failed, error }: IdentityFailure,
  { log }: Pick<Deps, 'log'>,
): ProviderRefusal {
  if (failed === 'unavailable') log.error({ provider, error }, 'sign_in_provider.request_failed')
  else log.warn({ provider, error }, 'sign_in_provider.rejected')
  return failed
}

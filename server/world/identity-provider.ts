import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  type ClientAuth,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Config } from '../config.ts'
import type { Clock } from './clock.ts'
import { isLoopbackAddress } from './public-address.ts'

/** Whoever outside knows who people are, asked over OpenID Connect. What goes wrong there is an answer, in words. */
export type IdentityProvider = {
  readonly issuer: string
  /** Where a person goes to show who they are. */
  begin(check: IdentityCheck): Promise<{ url: string } | IdentityFailure>
  /** Who they are, by the answer that they brought back. It is good once. */
  finish(check: IdentityCheck, answer: URLSearchParams): Promise<Identity | IdentityFailure>
}

/** What binds an answer to the question: `state` travels with the browser, `nonce` in the signed answer, `verifier` with our own call. */
export type IdentityCheck = { redirectUri: string; state: string; nonce: string; verifier: string }
export type Identity = { issuer: string; subject: string }
export type IdentityFailure = { failed: 'denied' | 'away' | 'not proved'; reason: string }

/** For everything that one call asks of the provider; below the time in which every call of ours is answered. */
const deadlineMs = 4_000

/** The provider that the settings name, or null. What it offers is read anew in every call, so it may move its addresses and change its keys. */
export function identityProvider(
  config: Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope' | 'oidcAcrValues'>,
  clock: Pick<Clock, 'after'>,
): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret, oidcScope, oidcAcrValues } = config
  if (issuer === null || clientId === null || secret === null) return null
  const mayBePlain = issuer.startsWith('http:')

  const authenticate: ClientAuth = (server, ...call) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = ways.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    way(server, ...call)
  }
  // Without the checks of signatures the library trusts what came over TLS.
  const execute = [enableNonRepudiationChecks, ...(mayBePlain ? [allowInsecureRequests] : [])]

  const attempt = async <T>(act: (provider: Configuration) => Promise<T>): Promise<T | IdentityFailure> => {
    const late = new AbortController()
    using _ = clock.after(deadlineMs, () => late.abort(new Error(`no answer within ${deadlineMs} ms`)))
    let isAway = false
    const away = (error: unknown) => {
      isAway = true
      throw error
    }
    const ask: CustomFetch = async (url, options) => {
      refuseOtherPlaces(url, mayBePlain)
      return askWhole(url, { ...(options as RequestInit), signal: late.signal })
    }
    const discovered = async () => {
      const asking = { [customFetch]: (...asked: Parameters<CustomFetch>) => ask(...asked).catch(away), execute }
      const provider = await discovery(new URL(issuer), clientId, undefined, authenticate, asking)
      refuseOtherPlaces(provider.serverMetadata().authorization_endpoint ?? '', mayBePlain)
      return provider
    }
    try {
      return await act(await discovered().catch(away))
    } catch (error) {
      return { failed: isAway ? 'away' : failureOf(error), reason: wordsOf(error) }
    }
  }

  return {
    issuer,
    begin: ({ redirectUri, state, nonce, verifier }) =>
      attempt(async (provider) => {
        const { href: url } = buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: oidcScope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(oidcAcrValues.length > 0 && { acr_values: oidcAcrValues.join(' ') }),
        })
        return { url }
      }),
    finish: ({ redirectUri, state, nonce, verifier }, answer) =>
      attempt(async (provider) => {
        const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri}?${String(answer)}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('the answer names nobody')
        if (oidcAcrValues.length > 0 && !oidcAcrValues.some((acr) => acr === claims['acr']))
          throw new Error('the acr is none of those asked for')
        return { issuer: claims.iss, subject: claims.sub }
      }),
  }
}

/** An answer with its whole body, so that nothing is waited for after it. */
async function askWhole(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request)
  if (response.status >= 500) throw new Error(`${url} answered ${response.status}`)
  return new Response(await response.arrayBuffer(), response)
}

/** Everything goes over TLS, but for a provider under development on this machine. */
function refuseOtherPlaces(address: string, mayBePlain: boolean) {
  const { protocol, hostname } = new URL(address)
  const isHere = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
  if (protocol === 'https:' || (mayBePlain && protocol === 'http:' && isHere)) return
  throw new Error(`${protocol}//${hostname} is not asked`)
}

/** The person would not, the provider could not, or the answer does not prove what it says. */
function failureOf(error: unknown): IdentityFailure['failed'] {
  if (error instanceof AuthorizationResponseError) return unwilling.test(error.error) ? 'denied' : 'away'
  // It does not take our secret, or our request.
  if (error instanceof WWWAuthenticateChallengeError) return 'away'
  return error instanceof ResponseBodyError && error.error !== 'invalid_grant' ? 'away' : 'not proved'
}

const unwilling = /^(access_denied|(login|consent|interaction|account_selection)_required)$/

/** For the log: of what the provider or a stranger sent only the name of the error, never tokens or claims. */
function wordsOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return error.error.slice(0, 100)
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

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
import { isLoopbackAddress } from './ssrf-guard.ts'

/** Whoever outside knows who people are, asked over OpenID Connect. What goes wrong there is an answer, in words. */
export type IdentityProvider = {
  readonly issuer: string
  /** Where a person goes to show who they are. */
  createAuthorizationUrl(request: AuthorizationRequest): Promise<{ url: string } | IdentityFailure>
  /** Who they are, by the answer that they brought back. It is good once. */
  verifyCallback(request: AuthorizationRequest, callback: URLSearchParams): Promise<Identity | IdentityFailure>
}

/** What binds an answer to the question: `state` travels with the browser, `nonce` in the signed answer, `verifier` with our own call. */
export type AuthorizationRequest = { redirectUri: string; state: string; nonce: string; codeVerifier: string }
export type Identity = { issuer: string; subject: string }
export type IdentityFailure = { failed: 'denied' | 'unavailable' | 'unverified'; reason: string }

/** For everything that one call asks of the provider; below the time in which every call of ours is answered. */
const deadlineMs = 4_000

/** The provider that the settings name, or null. What it offers is read anew in every call, so it may move its addresses and change its keys. */
export function identityProvider(
  config: Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope' | 'oidcAcrValues'>,
  clock: Pick<Clock, 'after'>,
): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret, oidcScope, oidcAcrValues } = config
  if (issuer === null || clientId === null || secret === null) return null
  const allowHttp = issuer.startsWith('http:')

  const authenticate: ClientAuth = (server, ...args) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const clientAuth = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    clientAuth(server, ...args)
  }
  // Without the checks of signatures the library trusts what came over TLS.
  const execute = [enableNonRepudiationChecks, ...(allowHttp ? [allowInsecureRequests] : [])]

  const callProvider = async <T>(operation: (provider: Configuration) => Promise<T>): Promise<T | IdentityFailure> => {
    const deadline = new AbortController()
    using _ = clock.after(deadlineMs, () => deadline.abort(new Error(`no answer within ${deadlineMs} ms`)))
    let isUnavailable = false
    const markUnavailable = (error: unknown) => {
      isUnavailable = true
      throw error
    }
    const fetchFromProvider: CustomFetch = async (url, options) => {
      requireSecureUrl(url, allowHttp)
      return fetchWithBody(url, { ...(options as RequestInit), signal: deadline.signal })
    }
    const discover = async () => {
      const options = {
        [customFetch]: (...args: Parameters<CustomFetch>) => fetchFromProvider(...args).catch(markUnavailable),
        execute,
      }
      const provider = await discovery(new URL(issuer), clientId, undefined, authenticate, options)
      requireSecureUrl(provider.serverMetadata().authorization_endpoint ?? '', allowHttp)
      return provider
    }
    try {
      return await operation(await discover().catch(markUnavailable))
    } catch (error) {
      return { failed: isUnavailable ? 'unavailable' : classifyFailure(error), reason: describeError(error) }
    }
  }

  return {
    issuer,
    createAuthorizationUrl: ({ redirectUri, state, nonce, codeVerifier }) =>
      callProvider(async (provider) => {
        const { href: url } = buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: oidcScope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(oidcAcrValues.length > 0 && { acr_values: oidcAcrValues.join(' ') }),
        })
        return { url }
      }),
    verifyCallback: ({ redirectUri, state, nonce, codeVerifier }, callback) =>
      callProvider(async (provider) => {
        const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri}?${String(callback)}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
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
async function fetchWithBody(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request)
  if (response.status >= 500) throw new Error(`${url} answered ${response.status}`)
  return new Response(await response.arrayBuffer(), response)
}

/** Everything goes over TLS, but for a provider under development on this machine. */
function requireSecureUrl(url: string, allowHttp: boolean) {
  const { protocol, hostname } = new URL(url)
  const isLoopback = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
  if (protocol === 'https:' || (allowHttp && protocol === 'http:' && isLoopback)) return
  throw new Error(`${protocol}//${hostname} is not asked`)
}

/** The person would not, the provider could not, or the answer does not prove what it says. */
function classifyFailure(error: unknown): IdentityFailure['failed'] {
  if (error instanceof AuthorizationResponseError) return declinedErrors.test(error.error) ? 'denied' : 'unavailable'
  // It does not take our secret, or our request.
  if (error instanceof WWWAuthenticateChallengeError) return 'unavailable'
  return error instanceof ResponseBodyError && error.error !== 'invalid_grant' ? 'unavailable' : 'unverified'
}

const declinedErrors = /^(access_denied|(login|consent|interaction|account_selection)_required)$/

/** For the log: of what the provider or a stranger sent only the name of the error, never tokens or claims. */
function describeError(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return error.error.slice(0, 100)
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

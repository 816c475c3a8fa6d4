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
import type { Config } from '../config/config.ts'
import type { Clock } from './clock.ts'
import { isLoopbackAddress } from './outbound/ssrf-guard.ts'

/** An OpenID Connect provider that verifies the identity of a user. Failures are returned, not thrown. Decision 9. */
export type IdentityProvider = {
  readonly issuer: string
  /** The URL to redirect the browser to. */
  createAuthorizationUrl(request: AuthorizationRequest): Promise<{ url: string } | IdentityFailure>
  /** Exchanges the code of the callback for the user's identity. A code is valid once. */
  verifyCallback(request: AuthorizationRequest, callback: URLSearchParams): Promise<Identity | IdentityFailure>
}

/** Ties a callback to the request: `state` in the redirect, `nonce` in the ID token, `codeVerifier` in the code exchange. */
export type AuthorizationRequest = { redirectUri: string; state: string; nonce: string; codeVerifier: string }
export type Identity = { issuer: string; subject: string }
export type IdentityFailure = { failed: 'denied' | 'unavailable' | 'unverified'; error: string }

/** The time limit of all requests of one call to the provider. Shorter than the API's request timeout. */
const deadlineMs = 4_000

/**
 * The configured provider, or null. Its metadata and keys are loaded in every call, so that it may change its endpoints
 * and rotate its keys.
 */
export function identityProvider(
  config: Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope' | 'oidcAcrValues'>,
  clock: Pick<Clock, 'after'>,
): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret, oidcScope, oidcAcrValues } = config
  if (issuer === null || clientId === null || secret === null) return null
  const client = { issuer, clientId, secret, clock }
  return {
    issuer,
    createAuthorizationUrl: ({ redirectUri, state, nonce, codeVerifier }) =>
      callProvider(client, async (provider) => {
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
      callProvider(client, async (provider) => {
        const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri}?${String(callback)}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('the response has no ID token')
        if (oidcAcrValues.length > 0 && !oidcAcrValues.some((acr) => acr === claims['acr']))
          throw new Error('the acr claim is not one of the requested values')
        return { issuer: claims.iss, subject: claims.sub }
      }),
  }
}

type OidcClient = { issuer: string; clientId: string; secret: string; clock: Pick<Clock, 'after'> }

/** Discovers the provider and runs `operation`. A failed request means that the provider is unavailable. */
async function callProvider<T>(
  { issuer, clientId, secret, clock }: OidcClient,
  operation: (provider: Configuration) => Promise<T>,
): Promise<T | IdentityFailure> {
  const allowHttp = issuer.startsWith('http:')
  const deadline = new AbortController()
  using _ = clock.after(deadlineMs, () => deadline.abort(new Error(`no response within ${deadlineMs} ms`)))
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
    const provider = await discovery(new URL(issuer), clientId, undefined, clientAuthentication(secret), {
      [customFetch]: (...args: Parameters<CustomFetch>) => fetchFromProvider(...args).catch(markUnavailable),
      // By default the library does not check the signature of an ID token received over TLS.
      execute: [enableNonRepudiationChecks, ...(allowHttp ? [allowInsecureRequests] : [])],
    })
    requireSecureUrl(provider.serverMetadata().authorization_endpoint ?? '', allowHttp)
    return provider
  }
  try {
    return await operation(await discover().catch(markUnavailable))
  } catch (error) {
    return { failed: isUnavailable ? 'unavailable' : classifyFailure(error), error: describeError(error) }
  }
}

function clientAuthentication(secret: string): ClientAuth {
  return (server, ...args) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    authenticate(server, ...args)
  }
}

/** Reads the body before it returns, so that the deadline covers it. */
async function fetchWithBody(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request)
  if (response.status >= 500) throw new Error(`${url} responded with status ${response.status}`)
  return new Response(await response.arrayBuffer(), response)
}

/** Requires HTTPS, except for a provider on this machine during development. */
function requireSecureUrl(url: string, allowHttp: boolean) {
  const { protocol, hostname } = new URL(url)
  const isLoopback = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
  if (protocol === 'https:' || (allowHttp && protocol === 'http:' && isLoopback)) return
  throw new Error(`${protocol}//${hostname} is not allowed: HTTPS is required`)
}

function classifyFailure(error: unknown): IdentityFailure['failed'] {
  if (error instanceof AuthorizationResponseError) return declinedErrors.test(error.error) ? 'denied' : 'unavailable'
  // The provider rejected the client secret.
  if (error instanceof WWWAuthenticateChallengeError) return 'unavailable'
  return error instanceof ResponseBodyError && error.error !== 'invalid_grant' ? 'unavailable' : 'unverified'
}

const declinedErrors = /^(access_denied|(login|consent|interaction|account_selection)_required)$/

/** Describes an error for the log, with only the error code of a response, never tokens or claims. */
function describeError(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return error.error.slice(0, 100)
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

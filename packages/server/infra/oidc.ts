import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  type ClientAuth,
  Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Config } from '../config/config.ts'
import type { SignInProviderSettings } from '../config/sign-in-providers.ts'
import type { Clock } from './clock.ts'
import { isLoopbackAddress } from './outbound/ssrf-guard.ts'

/** A provider that tells who the user is, by OpenID Connect or by OAuth. Failures are returned, not thrown. */
export type IdentityProvider = {
  readonly issuer: string
  /** The URL to redirect the browser to. */
  createAuthorizationUrl(request: AuthorizationRequest): Promise<{ url: string } | IdentityFailure>
  /** Exchanges the code of the callback for the user's identity. A code is valid once. */
  verifyCallback(request: AuthorizationRequest, callback: URLSearchParams): Promise<Identity | IdentityFailure>
}
/** A provider with which people sign in. `canConfirm`: whether it can show that a person signed in again. */
export type SignInProvider = IdentityProvider & Pick<SignInProviderSettings, 'id' | 'name'> & { canConfirm: boolean }

/**
 * Ties a callback to the request: `state` in the redirect, `nonce` in the ID token, `codeVerifier` in the code exchange.
 * `asksAgain`: whether the user signs in at the provider even if the provider knows them. `wantsEmail`: whether the email
 * address of the identity is needed.
 */
export type AuthorizationRequest = {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
  asksAgain?: boolean
  wantsEmail?: boolean
}
/** `email`: as the provider has it. It is verified only where the provider says so. */
export type Identity = { issuer: string; subject: string; email: { address: string; isVerified: boolean } | null }
export type IdentityFailure = { failed: 'denied' | 'unavailable' | 'unverified'; error: string }

/** The time limit of all requests of one call to the provider. Shorter than the API's request timeout. */
const deadlineMs = 4_000
/** The size of an answer of the provider. */
const maxBodyBytes = 1_000_000
/** How long ago a user who was asked to sign in again may have done so. */
const signedInAgainSec = 600

/**
 * The provider that verifies identities, or null. Its metadata and keys are loaded in every call, so that it may change its
 * endpoints and rotate its keys.
 */
export function identityProvider(
  config: Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope' | 'oidcAcrValues'>,
  clock: Pick<Clock, 'after'>,
): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcScope: scope } = config
  if (issuer === null || clientId === null || clientSecret === null) return null
  const client = { protocol: 'OPENID', issuer, clientId, clientSecret, scope, acrValues: config.oidcAcrValues } as const
  return openProvider({ ...client, clock })
}

/** The provider of a setting, like `identityProvider`. */
export function signInProvider(settings: SignInProviderSettings, clock: Pick<Clock, 'after'>): SignInProvider {
  const { id, name, protocol } = settings
  // Naver has no proof of when a person signed in.
  return { id, name, canConfirm: protocol !== 'NAVER', ...openProvider({ ...settings, acrValues: [], clock }) }
}

type Client = Omit<SignInProviderSettings, 'id' | 'name'> & {
  acrValues: readonly string[]
  clock: Pick<Clock, 'after'>
}

function openProvider(client: Client): IdentityProvider {
  const { protocol, issuer, scope, acrValues } = client
  return {
    issuer,
    createAuthorizationUrl: ({ redirectUri, state, nonce, codeVerifier, asksAgain = false }) =>
      callProvider(client, async (provider) => {
        const parameters =
          protocol === 'NAVER'
            ? {}
            : {
                scope,
                nonce,
                code_challenge: await calculatePKCECodeChallenge(codeVerifier),
                code_challenge_method: 'S256',
                ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
                ...(asksAgain && { max_age: '0' }),
              }
        return { url: buildAuthorizationUrl(provider, { redirect_uri: redirectUri, state, ...parameters }).href }
      }),
    verifyCallback: (request, callback) =>
      callProvider(client, (provider) => {
        const url = new URL(`${request.redirectUri}?${String(callback)}`)
        return protocol === 'NAVER'
          ? verifyNaverCallback(client, provider, { url, request })
          : verifyOpenidCallback(client, provider, { url, request })
      }),
  }
}

type Callback = { url: URL; request: AuthorizationRequest }

async function verifyOpenidCallback(
  { protocol, clientSecret, scope, acrValues, tellsSignInTime = false }: Client,
  provider: Configuration,
  { url, request }: Callback,
): Promise<Identity> {
  const { state, nonce, codeVerifier, asksAgain = false, wantsEmail = false } = request
  const tokens = await authorizationCodeGrant(provider, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('the response has no ID token')
  if (protocol === 'LINE') verifyHmac(tokens.id_token ?? '', clientSecret)
  if (acrValues.length > 0 && !acrValues.some((acr) => acr === claims['acr']))
    throw new Error('the acr claim is not one of the requested values')
  const hasSignInTime = tellsSignInTime || provider.serverMetadata().claims_supported?.includes('auth_time') === true
  if (asksAgain) requireNewSignIn(claims, hasSignInTime)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: wantsEmail && scope.includes('email') ? await findEmail(provider, tokens, claims) : null,
  }
}

/** Throws unless the person has signed in again. The browser may have taken `max_age` out of the URL: then there is no time. */
function requireNewSignIn({ auth_time: signedInAt, iat }: IDToken, hasSignInTime: boolean) {
  if (signedInAt === undefined ? hasSignInTime : iat - signedInAt > signedInAgainSec)
    throw new Error('the person was not asked to sign in again')
}

/** The email address of the ID token, or of the UserInfo endpoint, which may know more. */
async function findEmail(
  provider: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  claims: IDToken,
): Promise<Identity['email']> {
  const isComplete = 'email' in claims && 'email_verified' in claims
  const hasEndpoint = provider.serverMetadata().userinfo_endpoint !== undefined
  const info =
    isComplete || !hasEndpoint
      ? claims
      : { ...claims, ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)) }
  const { email } = info
  return typeof email === 'string' ? { address: email, isVerified: info['email_verified'] === true } : null
}

/** Naver has no ID token: the access token of the code, which only this client can exchange, reads the profile. */
async function verifyNaverCallback(
  { issuer, profileUrl = '' }: Client,
  provider: Configuration,
  { url, request: { state } }: Callback,
): Promise<Identity> {
  const tokens = await authorizationCodeGrant(provider, url, { expectedState: state }, { state })
  const response = await fetchProtectedResource(provider, tokens.access_token, new URL(profileUrl), 'GET')
  const body = (await response.json()) as { resultcode?: unknown; response?: { id?: unknown; email?: unknown } } | null
  const { id: subject, email } = body?.response ?? {}
  if (body?.resultcode !== '00' || typeof subject !== 'string' || subject === '')
    throw new Error('the profile has no id')
  // Naver does not say whether an address is verified.
  return { issuer, subject, email: typeof email === 'string' ? { address: email, isVerified: false } : null }
}

/** LINE signs the ID tokens of web logins with the secret of the client (HS256), which the library does not verify. */
function verifyHmac(token: string, secret: string) {
  const at = token.lastIndexOf('.')
  const expected = createHmac('sha256', secret).update(token.slice(0, at)).digest('base64url')
  if (token.slice(at + 1) !== expected) throw new Error('the signature of the ID token is not valid')
}

/** Discovers the provider and runs `operation`. A failed request means that the provider is unavailable. */
async function callProvider<T>(
  client: Client,
  operation: (provider: Configuration) => Promise<T>,
): Promise<T | IdentityFailure> {
  const allowHttp = client.issuer.startsWith('http:')
  const deadline = new AbortController()
  using _ = client.clock.after(deadlineMs, () => deadline.abort(new Error(`no response within ${deadlineMs} ms`)))
  let isUnavailable = false
  const markUnavailable = (error: unknown) => {
    isUnavailable = true
    throw error
  }
  const fetchFromProvider: CustomFetch = async (url, options) => {
    requireSecureUrl(url, allowHttp)
    return fetchWithBody(url, { ...(options as RequestInit), signal: deadline.signal })
  }
  const fetchOrMark: CustomFetch = (...args) => fetchFromProvider(...args).catch(markUnavailable)
  try {
    return await operation(await configure(client, { allowHttp, fetch: fetchOrMark }).catch(markUnavailable))
  } catch (error) {
    return { failed: isUnavailable ? 'unavailable' : classifyFailure(error), error: describeError(error) }
  }
}

async function configure(
  { protocol, issuer, clientId, clientSecret }: Client,
  { allowHttp, fetch }: { allowHttp: boolean; fetch: CustomFetch },
): Promise<Configuration> {
  const insecure = allowHttp ? [allowInsecureRequests] : []
  if (protocol === 'NAVER') {
    const endpoints = {
      issuer,
      authorization_endpoint: `${issuer}/oauth2.0/authorize`,
      token_endpoint: `${issuer}/oauth2.0/token`,
    }
    const provider = new Configuration(endpoints, clientId, undefined, ClientSecretPost(clientSecret))
    provider[customFetch] = fetch
    for (const allow of insecure) allow(provider)
    return provider
  }
  const isLine = protocol === 'LINE'
  const provider = await discovery(
    new URL(issuer),
    clientId,
    isLine ? { id_token_signed_response_alg: 'HS256' } : undefined,
    isLine ? ClientSecretPost(clientSecret) : clientAuthentication(clientSecret),
    // By default the library does not check the signature of an ID token received over TLS.
    { [customFetch]: fetch, execute: [...(isLine ? [] : [enableNonRepudiationChecks]), ...insecure] },
  )
  requireSecureUrl(provider.serverMetadata().authorization_endpoint ?? '', allowHttp)
  return provider
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
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Error(`${url} responded with more than ${maxBodyBytes} bytes`)
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), response)
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

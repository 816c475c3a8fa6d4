import { authorization, interlock } from '@onair/contract'
import { createClient, type Tokens } from '../http.ts'

export interface ConsentOptions {
  /** Where the API is served: `http://127.0.0.1:4747`. */
  baseUrl: string
  /** Where users sign in. Default: `baseUrl`. */
  authUrl?: string
  clientId: string
  clientSecret: string
  /** The redirect URI of the application, exactly as it is registered. */
  redirectUri: string
}

export interface Consent {
  /** Sends the browser to `url`, with `cookie` as `Set-Cookie`: it ties the answer to this browser for 10 minutes. */
  begin(): { url: string; cookie: string }
  /** Exchanges the code of the redirect for tokens. `cookie` is the header `Cookie` of the request. */
  finish(redirect: { url: string; cookie: string | null | undefined }): Promise<Tokens>
}

/**
 * Why there are no tokens. `DENIED`: the user refused. `STATE_MISMATCH`: the redirect is not the answer to a request of
 * this browser, or the request is older than 10 minutes. `NO_CODE`: the redirect has no code. `TIMEOUT`: nobody answered.
 */
export type ConsentFailure = 'DENIED' | 'STATE_MISMATCH' | 'NO_CODE' | 'TIMEOUT'

export class ConsentError extends Error {
  override readonly name = 'ConsentError'
  readonly code: ConsentFailure

  constructor(code: ConsentFailure) {
    super(failureTexts[code])
    this.code = code
  }
}

const failureTexts: Record<ConsentFailure, string> = {
  DENIED: 'The user did not allow the access.',
  STATE_MISMATCH: 'The redirect does not answer a request of this browser. Start again.',
  NO_CODE: 'The redirect has no code. Start again.',
  TIMEOUT: 'Nobody answered the request for consent in time.',
}

const cookieName = 'onair-consent-state'
const cookieSec = 600

/**
 * Asks users for consent from a server. It keeps nothing: the state is in a cookie, so any process can finish what another
 * one began. RFC 6749, 10.12.
 */
export function createConsent(options: ConsentOptions): Consent {
  const attributes = `Path=/; Max-Age=${cookieSec}; HttpOnly; SameSite=Lax`
  const secure = options.redirectUri.startsWith('https:') ? '; Secure' : ''
  return {
    begin() {
      const state = createState()
      return { url: consentUrl(options, state), cookie: `${cookieName}=${state}; ${attributes}${secure}` }
    },
    finish: async ({ url, cookie }) => exchangeRedirect(options, url, readCookie(cookie)),
  }
}

/** The address of the page that asks for consent. Specification, "Authorization-code flow". */
export function consentUrl({ authUrl, baseUrl, clientId, redirectUri }: ConsentOptions, state: string): string {
  const query = new URLSearchParams({ clientId, redirectUri, state })
  return `${(authUrl ?? baseUrl).replace(/\/$/, '')}${interlock.path}?${String(query)}`
}

/** A value of 256 bits that nobody can guess. */
export function createState(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Exchanges the code of a redirect, whose state must be the expected one. */
export async function exchangeRedirect(
  { baseUrl, clientId, clientSecret, redirectUri }: ConsentOptions,
  url: string,
  expectedState: string | null,
): Promise<Tokens> {
  const { searchParams } = new URL(url, redirectUri)
  const [state, code] = [searchParams.get('state'), searchParams.get('code')]
  if (state === null || state !== expectedState) throw new ConsentError('STATE_MISMATCH')
  if (searchParams.has('error')) throw new ConsentError('DENIED')
  if (code === null) throw new ConsentError('NO_CODE')
  // Sent once: a second use of a code revokes the grant. RFC 6749, 4.1.2.
  const call = createClient({ baseUrl, maxRetries: 0 })
  const body = { grantType: 'authorization_code', clientId, clientSecret, code, state } as const
  const { accessToken, refreshToken } = await call(authorization.issueToken, { body })
  return { accessToken, refreshToken }
}

function readCookie(header: string | null | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === cookieName) return value
  }
  return null
}

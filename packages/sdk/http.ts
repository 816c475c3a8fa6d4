import type { Static, TObject } from 'typebox'
import { authorization, type Auth, type ContentOf, type Endpoint, type ErrorReason } from '@onair/contract'
import { buildRequest, type RequestInput } from './build-request.ts'

/** Credentials of the caller. A call that needs a missing credential throws before it is sent. */
export type Credentials = {
  clientId?: string
  clientSecret?: string
  accessToken?: string
  /** The secret of a public sandbox, which is sent to the sandbox API only. */
  sandboxSecret?: string
  /** The header `Cookie` of a person who is signed in, which is sent to the console API only. */
  cookie?: string
  /** Needs `clientId` and `clientSecret`. An expired access token is refreshed once, and the call is repeated. */
  refreshToken?: string
}
export type Tokens = { accessToken: string; refreshToken: string }

type ClientOptions = {
  /** Where the API is served: `http://127.0.0.1:4747`. */
  baseUrl: string
  credentials?: Credentials
  /**
   * Stores refreshed tokens; calls that wait for them wait for this too. A refresh token works once, and a second use
   * ends the grant: store the tokens here, and do not share a grant between processes.
   */
  saveTokens?: (tokens: Tokens) => void | Promise<void>
  /** Time limit of one request, in milliseconds. Default: 10,000. */
  timeoutMs?: number
}

/** Calls an endpoint of the contract. Returns `content` of the envelope, or throws `ApiError`. Decision 15. */
export type Client = <E extends ApiEndpoint>(endpoint: E, ...args: InputArgs<E>) => Promise<ContentOf<E>>

/** An endpoint of the open, sandbox or ingest API. */
export type ApiEndpoint = Endpoint<Exclude<Auth, { kind: 'webSession' | 'visitor' }>>

/** Calls endpoints of the console and sandbox API from a page of the same origin, by cookie. */
export type PageClient = <E extends Endpoint<Extract<Auth, { kind: 'webSession' | 'visitor' | 'none' }>>>(
  endpoint: E,
  ...args: InputArgs<E>
) => Promise<ContentOf<E>>

type InputArgs<E> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Input<E> = Part<E, 'pathParams'> & Part<E, 'query'> & Part<E, 'body'> & Part<E, 'parameters'> & ResponseOptions
/** `onResponse` receives the response headers, also of an error: `X-Request-Id`, for example. */
type ResponseOptions = { onResponse?: (headers: Headers) => void }
type Part<E, P extends 'pathParams' | 'query' | 'body' | 'parameters'> = E extends {
  readonly [K in P]: infer T extends TObject
}
  ? object extends Static<T>
    ? { [K in P]?: Static<T> }
    : { [K in P]: Static<T> }
  : unknown

/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** `code` of the envelope, or 0 if the response has no envelope (from a proxy, for example). */
  readonly code: number
  /** `message` of the envelope: `INVALID_TOKEN`, for example. */
  readonly apiMessage: string
  /** `Retry-After` in seconds, if the response has it. */
  readonly retryAfterSec: number | undefined
  /** The reason as code and parameters; only in the console and sandbox API. */
  readonly reason: ErrorReason | undefined

  constructor(operation: string, { status, code, apiMessage, retryAfterSec, reason }: Omit<ApiError, keyof Error>) {
    super(`${operation}: ${status} ${apiMessage}`)
    this.status = status
    this.code = code
    this.apiMessage = apiMessage
    this.retryAfterSec = retryAfterSec
    this.reason = reason
  }
}

/** Creates a client for pages of the same origin; the browser sends the cookie. */
export function createPageClient(options: Pick<ClientOptions, 'baseUrl' | 'timeoutMs'>): PageClient {
  return createClient(options) as PageClient
}

/** Creates a client with these credentials. */
export function createClient({ baseUrl, credentials = {}, saveTokens, timeoutMs = 10_000 }: ClientOptions): Client {
  let { accessToken, refreshToken } = credentials
  let refreshing: Promise<void> | null = null

  const call: Client = async (endpoint, ...args) => {
    const [input] = args as [(RequestInput & ResponseOptions)?]
    const usedToken = accessToken
    try {
      return await send(endpoint, input)
    } catch (error) {
      if (!isExpired(error) || endpoint.auth.kind !== 'token' || refreshToken === undefined) throw error
      // Another call may have refreshed the token already.
      if (usedToken === accessToken) await (refreshing ??= refresh(refreshToken).finally(() => (refreshing = null)))
      return send(endpoint, input)
    }
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    { onResponse, ...input }: RequestInput & ResponseOptions = {},
  ): Promise<ContentOf<E>> {
    const { url, ...request } = buildRequest(endpoint, {
      ...input,
      baseUrl,
      credentials: { ...credentials, accessToken },
    })
    const response = await fetch(url, {
      ...request,
      // The API never redirects; a secret must not be sent to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    onResponse?.(response.headers)
    return readContent(response, `${endpoint.method} ${endpoint.path}`) as Promise<ContentOf<E>>
  }

  async function refresh(refreshTokenUsed: string) {
    const { clientId, clientSecret } = credentials
    if (clientId === undefined || clientSecret === undefined)
      throw new TypeError('clientId and clientSecret are needed to refresh a token')
    const body = { grantType: 'refresh_token', refreshToken: refreshTokenUsed, clientId, clientSecret } as const
    const tokens = await send(authorization.issueToken, { body })
    // Before saveTokens, because the old refresh token must not be used again even if saving fails.
    ;({ accessToken, refreshToken } = tokens)
    await saveTokens?.({ accessToken, refreshToken })
  }
  return call
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.apiMessage === 'INVALID_TOKEN'
}

async function readContent(response: Response, operation: string): Promise<unknown> {
  const text = await response.text()
  const envelope = parseEnvelope(text)
  if (response.ok && envelope !== null) return envelope.content
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN)
  throw new ApiError(operation, {
    status: response.status,
    code: envelope?.code ?? 0,
    apiMessage: envelope?.message ?? 'the response has no envelope of the API; check baseUrl',
    retryAfterSec: Number.isFinite(retryAfter) ? retryAfter : undefined,
    reason: envelope?.reason,
  })
}

type Envelope = { code: number; message: string | null; content?: unknown; reason?: ErrorReason }

function parseEnvelope(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope | null
    return typeof value?.code === 'number' ? value : null
  } catch {
    return null
  }
}

import type { Static, TObject } from 'typebox'
import { authorization, type Auth, type ContentOf, type Endpoint, type ErrorReason } from '@onair/contract'
import { ApiError } from './api-error.ts'
import { buildRequest, type RequestInput } from './build-request.ts'
import { delay } from './delay.ts'
import { readRetryAfter, retryWaitMs } from './retry.ts'

export { ApiError }

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
  /** How often a call is sent again after 429, or after 503 with `Retry-After`. Default: 2. */
  maxRetries?: number
  /** The longest wait before a call is sent again, in milliseconds. A longer one is an `ApiError`. Default: 60,000. */
  maxRetryWaitMs?: number
  /** Waits; tests pass their own. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Calls an endpoint of the contract. Returns `content` of the envelope, or throws `ApiError`. */
export type Client = <E extends ApiEndpoint>(endpoint: E, ...args: InputArgs<E>) => Promise<ContentOf<E>>

/** An endpoint of the open, sandbox or ingest API. */
export type ApiEndpoint = Endpoint<Exclude<Auth, { kind: 'webSession' | 'visitor' }>>

/** Calls endpoints of the console and sandbox API from a page of the same origin, by cookie. */
export type PageClient = <E extends Endpoint<Extract<Auth, { kind: 'webSession' | 'visitor' | 'none' }>>>(
  endpoint: E,
  ...args: InputArgs<E>
) => Promise<ContentOf<E>>

type InputArgs<E> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Input<E> = Part<E, 'pathParams'> & Part<E, 'query'> & Part<E, 'body'> & Part<E, 'parameters'> & CallOptions
export interface CallOptions {
  /** Receives the response headers, also of an error: `X-Request-Id`, for example. */
  onResponse?: (headers: Headers) => void
  /** Ends the call: the request, and the wait before it is sent again. */
  signal?: AbortSignal
}
type Part<E, P extends 'pathParams' | 'query' | 'body' | 'parameters'> = E extends {
  readonly [K in P]: infer T extends TObject
}
  ? object extends Static<T>
    ? { [K in P]?: Static<T> }
    : { [K in P]: Static<T> }
  : unknown

/** Creates a client for pages of the same origin; the browser sends the cookie. A page shows how long to wait. */
export function createPageClient(options: Pick<ClientOptions, 'baseUrl' | 'timeoutMs'>): PageClient {
  return createClient({ ...options, maxRetries: 0 }) as PageClient
}

/** Creates a client with these credentials. */
export function createClient({
  baseUrl,
  credentials = {},
  saveTokens,
  timeoutMs = 10_000,
  maxRetries = 2,
  maxRetryWaitMs = 60_000,
  sleep = delay,
}: ClientOptions): Client {
  let { accessToken, refreshToken } = credentials
  let refreshing: Promise<void> | null = null

  const call: Client = async (endpoint, ...args) => {
    const [input] = args as [(RequestInput & CallOptions)?]
    const usedToken = accessToken
    try {
      return await sendWithRetries(endpoint, input)
    } catch (error) {
      if (!isExpired(error) || endpoint.auth.kind !== 'token' || refreshToken === undefined) throw error
      // Another call may have refreshed the token already.
      if (usedToken === accessToken) await (refreshing ??= refresh(refreshToken).finally(() => (refreshing = null)))
      return sendWithRetries(endpoint, input)
    }
  }

  async function sendWithRetries<E extends Endpoint>(endpoint: E, input?: RequestInput & CallOptions) {
    for (let retries = 0; ; retries++) {
      try {
        return await send(endpoint, input)
      } catch (error) {
        const waitMs = retryWaitMs(error, retries)
        if (waitMs === null || retries === maxRetries || waitMs > maxRetryWaitMs) throw error
        await sleep(waitMs, input?.signal)
        input?.signal?.throwIfAborted()
      }
    }
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    { onResponse, signal, ...input }: RequestInput & CallOptions = {},
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
      signal: withTimeout(timeoutMs, signal),
    })
    onResponse?.(response.headers)
    return readContent(response, `${endpoint.method} ${endpoint.path}`) as Promise<ContentOf<E>>
  }

  async function refresh(refreshTokenUsed: string) {
    const { clientId, clientSecret } = credentials
    if (clientId === undefined || clientSecret === undefined)
      throw new TypeError('clientId and clientSecret are needed to refresh a token')
    const body = { grantType: 'refresh_token', refreshToken: refreshTokenUsed, clientId, clientSecret } as const
    // Sent once: if the server has used the refresh token, a second use ends the grant.
    const tokens = await send(authorization.issueToken, { body })
    // Before saveTokens, because the old refresh token must not be used again even if saving fails.
    ;({ accessToken, refreshToken } = tokens)
    await saveTokens?.({ accessToken, refreshToken })
  }
  return call
}

function withTimeout(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal])
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.apiMessage === 'INVALID_TOKEN'
}

async function readContent(response: Response, operation: string): Promise<unknown> {
  const text = await response.text()
  const envelope = parseEnvelope(text)
  if (response.ok && envelope !== null) return envelope.content
  throw new ApiError(operation, {
    status: response.status,
    code: envelope?.code ?? 0,
    apiMessage: envelope?.message ?? 'the response has no envelope of the API; check baseUrl',
    retryAfterSec: readRetryAfter(response.headers.get('retry-after')),
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

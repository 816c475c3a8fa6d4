import type { Static, TObject } from 'typebox'
import { issueToken } from '../contract/open/authorization.ts'
import type { Auth, ContentOf, Endpoint } from '../contract/endpoint.ts'
import type { ErrorReason } from '../contract/error-codes.ts'
import { buildRequest, type RequestInput } from './build-request.ts'

/** Who calls. Give what the operations that you call ask for; a call without its kind of credential is not sent. */
export type Credentials = {
  clientId?: string
  clientSecret?: string
  accessToken?: string
  /** With this, `clientId` and `clientSecret` an expired access token is exchanged once, and the call is sent again. */
  refreshToken?: string
}
export type Tokens = { accessToken: string; refreshToken: string }

type ClientOptions = {
  /** Where the API answers: `http://127.0.0.1:4747`. */
  baseUrl: string
  credentials?: Credentials
  /**
   * Keeps the tokens that took the place of the old ones; the calls that wait for them wait for this too. A refresh token
   * works once, and one that is used twice ends the whole grant: store them here, and give one grant to one process.
   */
  saveTokens?: (tokens: Tokens) => void | Promise<void>
  /** How long an answer may take. */
  timeoutMs?: number
}

/** Calls an operation of the contract with what it asks for; answers the content of the envelope, or throws `Refused`. */
export type Client = <E extends ApiEndpoint>(endpoint: E, ...args: InputArgs<E>) => Promise<ContentOf<E>>

/** Every operation but those that our own pages ask with their cookie. */
export type ApiEndpoint = Endpoint<Exclude<Auth, { kind: 'session' | 'visitor' }>>

/** Calls what our own pages ask for: by the cookie of whoever is signed in, or of the sandbox. */
export type PageClient = <E extends Endpoint<Extract<Auth, { kind: 'session' | 'visitor' | 'none' }>>>(
  endpoint: E,
  ...args: InputArgs<E>
) => Promise<ContentOf<E>>

type InputArgs<E> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Input<E> = Part<E, 'pathParams'> & Part<E, 'query'> & Part<E, 'body'> & Part<E, 'parameters'> & ResponseOptions
/** Told the headers of the answer, also when it is a refusal: `X-Request-Id`, for example. */
type ResponseOptions = { onResponse?: (headers: Headers) => void }
type Part<E, P extends 'pathParams' | 'query' | 'body' | 'parameters'> = E extends {
  readonly [K in P]: infer T extends TObject
}
  ? object extends Static<T>
    ? { [K in P]?: Static<T> }
    : { [K in P]: Static<T> }
  : unknown

/** The platform answered, and the answer is no. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** `code` of the envelope; 0 where the answer was no envelope, as from a proxy in between. */
  readonly code: number
  /** `message` of the envelope: `INVALID_TOKEN`, for example. */
  readonly apiMessage: string
  /** How long to wait before the next call, where the answer says so. */
  readonly retryAfterSec: number | undefined
  /** The reason by its name, where the answer tells it: to our own pages, and in the sandbox. */
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

/** Makes the function for pages of the same origin, whose cookie the browser sends along. */
export function createPageClient(options: Pick<ClientOptions, 'baseUrl' | 'timeoutMs'>): PageClient {
  return createClient(options) as PageClient
}

/** Makes the function that calls operations with these credentials. */
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
      // Who comes later finds the token exchanged already.
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
      // The platform leads nowhere else, and a secret must not be carried there.
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
    const tokens = await send(issueToken, { body })
    // First: the old one must never be used again, also when the new ones cannot be kept.
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
    apiMessage: envelope?.message ?? 'the answer is not the platform’s',
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

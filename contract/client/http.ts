import type { Static, TObject } from 'typebox'
import { token } from '../endpoints/authorization.ts'
import type { Auth, ContentOf, Endpoint } from '../endpoint.ts'
import type { Why } from '../reasons.ts'
import { requestOf, type Sent } from './request-of.ts'

/** Who calls. Give what the operations that you call ask for; a call without its kind of credential is not sent. */
export type Credentials = {
  clientId?: string
  clientSecret?: string
  accessToken?: string
  /** With this, `clientId` and `clientSecret` an expired access token is exchanged once, and the call is sent again. */
  refreshToken?: string
}
export type Tokens = { accessToken: string; refreshToken: string }

type Options = {
  /** Where the API answers: `http://127.0.0.1:4747`. */
  baseUrl: string
  credentials?: Credentials
  /**
   * Keeps the tokens that took the place of the old ones; the calls that wait for them wait for this too. A refresh token
   * works once, and one that is used twice ends the whole grant: store them here, and give one grant to one process.
   */
  keepTokens?: (tokens: Tokens) => void | Promise<void>
  /** How long an answer may take. */
  timeoutMs?: number
}

/** Calls an operation of the contract with what it asks for; answers the content of the envelope, or throws `Refused`. */
export type Client = <E extends Callable>(endpoint: E, ...given: Given<E>) => Promise<ContentOf<E>>

/** Every operation but those that our own pages ask with their cookie. */
export type Callable = Endpoint<Exclude<Auth, { kind: 'session' | 'visitor' }>>

/** Calls what our own pages ask for: by the cookie of whoever is signed in, or of the sandbox. */
export type PageClient = <E extends Endpoint<Extract<Auth, { kind: 'session' | 'visitor' | 'none' }>>>(
  endpoint: E,
  ...given: Given<E>
) => Promise<ContentOf<E>>

type Given<E> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Input<E> = Part<E, 'inPath'> & Part<E, 'query'> & Part<E, 'body'> & Part<E, 'parameters'> & Hearing
/** Told the headers of the answer, also when it is a refusal: `X-Request-Id`, for example. */
type Hearing = { heard?: (headers: Headers) => void }
type Part<E, P extends 'inPath' | 'query' | 'body' | 'parameters'> = E extends {
  readonly [K in P]: infer T extends TObject
}
  ? object extends Static<T>
    ? { [K in P]?: Static<T> }
    : { [K in P]: Static<T> }
  : unknown

/** The platform answered, and the answer is no. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** The HTTP status. */
  readonly status: number
  /** `code` of the envelope; 0 where the answer was no envelope, as from a proxy in between. */
  readonly code: number
  /** `message` of the envelope: `INVALID_TOKEN`, for example. */
  readonly reason: string
  /** How long to wait before the next call, where the answer says so. */
  readonly retryAfterSec: number | undefined
  /** The reason by its name, where the answer tells it: to our own pages, and in the sandbox. */
  readonly why: Why | undefined

  constructor(operation: string, { status, code, reason, retryAfterSec, why }: Omit<Refused, keyof Error>) {
    super(`${operation}: ${status} ${reason}`)
    this.status = status
    this.code = code
    this.reason = reason
    this.retryAfterSec = retryAfterSec
    this.why = why
  }
}

/** Makes the function for pages of the same origin, whose cookie the browser sends along. */
export function pageClient(options: Pick<Options, 'baseUrl' | 'timeoutMs'>): PageClient {
  return client(options) as PageClient
}

/** Makes the function that calls operations with these credentials. */
export function client({ baseUrl, credentials = {}, keepTokens, timeoutMs = 10_000 }: Options): Client {
  let { accessToken, refreshToken } = credentials
  let refreshing: Promise<void> | null = null

  const call: Client = async (endpoint, ...given) => {
    const [input] = given as [(Sent & Hearing)?]
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
    { heard, ...input }: Sent & Hearing = {},
  ): Promise<ContentOf<E>> {
    const { url, ...request } = requestOf(endpoint, { ...input, baseUrl, credentials: { ...credentials, accessToken } })
    const response = await fetch(url, {
      ...request,
      // The platform leads nowhere else, and a secret must not be carried there.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    heard?.(response.headers)
    return contentOf(response, `${endpoint.method} ${endpoint.path}`) as Promise<ContentOf<E>>
  }

  async function refresh(refreshTokenUsed: string) {
    const { clientId, clientSecret } = credentials
    if (clientId === undefined || clientSecret === undefined)
      throw new TypeError('clientId and clientSecret are needed to refresh a token')
    const body = { grantType: 'refresh_token', refreshToken: refreshTokenUsed, clientId, clientSecret } as const
    const set = await send(token, { body })
    // First: the old one must never be used again, also when the new ones cannot be kept.
    ;({ accessToken, refreshToken } = set)
    await keepTokens?.({ accessToken, refreshToken })
  }
  return call
}

function isExpired(error: unknown): boolean {
  return error instanceof Refused && error.status === 401 && error.reason === 'INVALID_TOKEN'
}

async function contentOf(response: Response, operation: string): Promise<unknown> {
  const text = await response.text()
  const envelope = envelopeIn(text)
  if (response.ok && envelope !== null) return envelope.content
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN)
  throw new Refused(operation, {
    status: response.status,
    code: envelope?.code ?? 0,
    reason: envelope?.message ?? 'the answer is not the platform’s',
    retryAfterSec: Number.isFinite(retryAfter) ? retryAfter : undefined,
    why: envelope?.why,
  })
}

type Envelope = { code: number; message: string | null; content?: unknown; why?: Why }

function envelopeIn(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope | null
    return typeof value?.code === 'number' ? value : null
  } catch {
    return null
  }
}

import {
  channelFieldOf,
  consoleApi,
  type Endpoint,
  type ErrorCode,
  type ErrorReason,
  type RecordDetail,
  type WireProfile,
} from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { truncate } from '../../features/inspector/truncate.ts'
import { requestedPath, routePath } from './route-path.ts'
import { redactText, redactHeaders } from '../../infra/observability/redact.ts'
import type { Deps } from '../../infra/deps.ts'
import { isOfPublicService } from '../../shared/public-service.ts'
import { ordinaryBodyBytes } from '../limits/body-limit.ts'
import { parseForm } from './form.ts'

/** The record of a request while it is served. Its effects are recorded with the same `traceId`. */
export type Recording = {
  readonly traceId: string
  readonly sequence: number
  readonly at: number
  responseBody: string | null
}

/** Paths that applications call, also below a base URL that ends with a slash. */
export const appPaths = /^\/+(open|auth)\//
/** Paths that applications and media servers call. */
const recordedPaths = /^\/+(open|auth|ingest)\//
/** Requests of the console and the sandbox are recorded only if they change something. */
const changePaths = /^\/(console|sandbox)\/v1\//
/** Every open watch page and overlay repeats these calls; their records would displace all others. */
const presenceEndpoints = new Set<Endpoint>([
  consoleApi.watch.createViewerUrl,
  consoleApi.channels.watch,
  consoleApi.channels.unwatch,
  consoleApi.overlays.getOverlay,
])

/** Records requests and responses while the inspector is in use. The response header `X-Request-Id` names the record. Gap 120. */
export function recordRequests(
  server: FastifyInstance,
  { clock, random, recorder }: Pick<Deps, 'clock' | 'random' | 'recorder'>,
) {
  server.addHook('onRequest', (request, reply, done) => {
    if (recorder.isEnabled && isRecorded(request)) {
      const traceId = random.uuid()
      request.traceId = traceId
      request.recording = { traceId, sequence: recorder.nextSequence(), at: clock.now(), responseBody: null }
      reply.header('x-request-id', traceId)
    }
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (request.recording !== null && typeof payload === 'string') request.recording.responseBody = payload
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.recording === null) return done()
    const clientId =
      clientIdOf(request.caller) ??
      (reply.statusCode >= 400 ? (endedOwner(request).clientId ?? namedClientId(request)) : null)
    if (recorder.isRecording(clientId)) recorder.add(toRecord(request, reply, request.recording, clientId))
    done()
  })

  function isRecorded(request: FastifyRequest): boolean {
    const { method, routeOptions } = request
    const { config } = routeOptions
    const path = routePath(request)
    // Records without an application are only written while everything is recorded.
    if (!recorder.isRecording(null)) return appPaths.test(path)
    if (method === 'OPTIONS' || config.hasNoTimeout) return false
    if (config.endpoint !== undefined && presenceEndpoints.has(config.endpoint)) return false
    return recordedPaths.test(path) || (method !== 'GET' && changePaths.test(path))
  }
}

function toRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  { traceId, sequence, at, responseBody }: Recording,
  clientId: string | null,
) {
  const { method, url, headers: requestHeaders, refusalReason } = request
  const path = pathOf(request)
  const body = Buffer.isBuffer(request.body) ? request.body : null
  const responseHeaders = reply.getHeaders()
  const sessionKey = /[?&]sessionKey=([0-9a-f-]{36})/.exec(url)?.[1]
  const fault = responseHeaders['x-onair-fault']
  const byChannelId = request.caller?.kind === 'webSession' ? request.caller.channelId : null
  const exchange = {
    method,
    url,
    path,
    requestHeaders,
    refusalReason,
    body,
    responseBody,
    responseHeaders,
    byChannelId,
  }
  return {
    kind: 'request' as const,
    name: `${method} ${path}`,
    traceId,
    sequence,
    at,
    clientId,
    isAnonymous: isAnonymousFailure(request, reply.statusCode),
    channelId: channelOf(request, body),
    ...(sessionKey !== undefined && { sessionKey }),
    ...(typeof fault === 'string' && { fault }),
    ...misfitOf(request),
    status: reply.statusCode,
    tookMs: Math.round(reply.elapsedTime),
    bytes: sizeOf(exchange),
    detail: () => detailOf(exchange),
  }
}

/** The wire profile of an application whose client is one of the public service, and which has another profile. */
function misfitOf({ caller, headers }: FastifyRequest): { wireProfile?: WireProfile } {
  if (caller === null || !('wireProfile' in caller) || caller.wireProfile !== 'documented') return {}
  return isOfPublicService(headers) ? { wireProfile: caller.wireProfile } : {}
}

/** The parts of a request and its response that the record shows; they stay in memory until the record is written. */
type Exchange = {
  method: string
  url: string
  path: string
  requestHeaders: FastifyRequest['headers']
  refusalReason: ErrorReason | null
  body: Buffer | null
  responseBody: string | null
  responseHeaders: ReturnType<FastifyReply['getHeaders']>
  byChannelId: string | null
}

/** The approximate size in memory. A string takes two bytes for each character. */
function sizeOf({ url, body, responseBody, requestHeaders, responseHeaders }: Exchange): number {
  const headersLength = lengthOfHeaders(requestHeaders) + lengthOfHeaders(responseHeaders)
  return 2 * (url.length + (responseBody?.length ?? 0) + headersLength) + (body?.length ?? 0)
}

function lengthOfHeaders(headers: Readonly<Record<string, unknown>>): number {
  let length = 0
  for (const name in headers) length += name.length + String(headers[name]).length
  return length
}

function detailOf(exchange: Exchange): Partial<RecordDetail> {
  const { method, url, path, requestHeaders, refusalReason, body, responseBody, responseHeaders, byChannelId } =
    exchange
  // A media server sends the stream key, in any part of the request.
  const holdsStreamKey = /^\/+ingest\//.test(path)
  const text = body === null || body.length === 0 ? null : body.toString('utf8')
  return {
    request: {
      method,
      url: holdsStreamKey ? path : redactText(url),
      headers: redactHeaders(requestHeaders),
      body: text === null ? null : holdsStreamKey ? { text: '•••', truncated: false } : truncate(text),
      ...(byChannelId !== null && { byChannelId }),
    },
    response: { headers: redactHeaders(responseHeaders), body: responseBody === null ? null : truncate(responseBody) },
    reason: refusalReason && redactReason(refusalReason),
  }
}

/** The parameters of a reason may repeat input, and so may hold a secret. */
function redactReason({ params, ...reason }: ErrorReason): ErrorReason {
  const redacted = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactText(value) : value,
  ])
  return { ...reason, params: Object.fromEntries(redacted) }
}

/**
 * The application that a refused call names in a header or its body, so that its developer finds the call. The record is
 * anonymous: it counts against the limit of anonymous records, so it displaces no record of the application.
 */
export function namedClientId({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): string | null {
  const named = headers['client-id'] ?? clientIdIn(Buffer.isBuffer(body) ? body : null)
  return typeof named === 'string' && /^[\w-]{1,100}$/.test(named) ? named : null
}

function clientIdIn(body: Buffer | null): unknown {
  const json = parseJson(body)
  if (json !== null) return typeof json === 'object' ? Reflect.get(json, 'clientId') : null
  if (body === null || body.length > ordinaryBodyBytes) return null
  const form = parseForm(body)
  return 'fields' in form ? form.fields.get('clientId') : null
}

/** The application whose credentials have ended, and the channel, if it is known. */
function endedOwner({ refusalReason: reason }: FastifyRequest) {
  const params: object = reason !== null && endedCredentials.has(reason.code) ? reason.params : {}
  return params as { clientId?: string; channelId?: string }
}

const endedCredentials: ReadonlySet<ErrorCode> = new Set([
  'TOKEN_EXPIRED',
  'TOKEN_EXPIRED_BY_CLOCK',
  'TOKEN_STAYS_EXPIRED',
  'TOKEN_REVOKED',
])

export function clientIdOf(caller: FastifyRequest['caller']): string | null {
  return caller !== null && 'clientId' in caller ? caller.clientId : null
}

/** Whether an unauthenticated call failed. The sandbox takes no credentials, so its callers do not count as anonymous. */
function isAnonymousFailure(request: FastifyRequest, status: number): boolean {
  const { caller } = request
  const isAuthenticated =
    caller !== null && caller.kind !== 'none' && !(caller.kind === 'visitor' && caller.visitor === null)
  return status >= 400 && !isAuthenticated && !routePath(request).startsWith('/sandbox/')
}

/** The path as the contract writes it, with `{name}` for parameters; the requested path where no route matches. */
function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? redactText(requestedPath(request))
}

/** The channel that a call is about: the one in the path, the token's, the one in the input, or the signed-in user's. */
function channelOf(request: FastifyRequest, body: Buffer | null): string | null {
  const { caller, routeOptions } = request
  const field = routeOptions.config.endpoint === undefined ? null : channelFieldOf(routeOptions.config.endpoint)
  const ownChannelId =
    caller?.kind === 'token' || caller?.kind === 'webSession'
      ? caller.channelId
      : (endedOwner(request).channelId ?? null)
  if (field === null || (caller?.kind === 'token' && field.in !== 'pathParams')) return ownChannelId
  return channelIdIn(inputOf(request, body, field.in), field.name) ?? ownChannelId
}

function inputOf({ params, query }: FastifyRequest, body: Buffer | null, source: 'pathParams' | 'parameters' | 'body') {
  if (source === 'pathParams') return params
  const fields = parseJson(body)
  return source === 'body' ? fields : { ...(fields as object | null), ...(query as object) }
}

/** A rejected call is recorded too, so the body is not necessarily valid. A large one is not read twice. */
function parseJson(body: Buffer | null): unknown {
  if (body !== null && body.length > ordinaryBodyBytes) return null
  try {
    return JSON.parse(body?.toString('utf8') ?? 'null')
  } catch {
    return null
  }
}

function channelIdIn(input: unknown, name: string): string | null {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : null
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? value : null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the request is not recorded. */
    recording: Recording | null
  }
}

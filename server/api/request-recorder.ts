import { consoleChannels, consoleWatch, type RecordDetail, type ErrorReason } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { truncate } from '../features/inspector/truncate.ts'
import { redactText, redactHeaders } from '../infra/redact.ts'
import type { Deps } from '../infra/deps.ts'

/** A request that is recorded: the id that what it causes is known by, its place among the records, and its answer. */
export type Recording = {
  readonly traceId: string
  readonly sequence: number
  readonly at: number
  responseBody: string | null
}

/**
 * Every call of an application and of a media server, and what our own pages and the sandbox change. That somebody
 * watches is no change, and as often as it is said it would hide the rest.
 */
const appPaths = /^\/(open|auth)\//
const recordedPaths = /^\/(open|auth|ingest)\//
const ownPaths = /^\/(console|sandbox)\/v1\//
const presencePaths = new Set(
  [consoleWatch.createViewerUrl, consoleChannels.watch].map(({ path }) => path.replace('{channelId}', ':channelId')),
)

/** Records requests with their answers while somebody wants to know. The answer names its record in `X-Request-Id`. Gap 120. */
export function recordRequests(
  server: FastifyInstance,
  { clock, random, recorder }: Pick<Deps, 'clock' | 'random' | 'recorder'>,
) {
  server.decorateRequest('recording', null)
  server.addHook('onRequest', (request, reply, done) => {
    if (recorder.isEnabled && isRecorded(request)) {
      const traceId = random.uuid()
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
    if (request.recording !== null) record(request, reply, request.recording)
    done()
  })

  function isRecorded({ method, url, routeOptions }: FastifyRequest): boolean {
    if (!recorder.isRecording(null)) return appPaths.test(url)
    if (method === 'OPTIONS' || routeOptions.config.hasNoTimeout || presencePaths.has(routeOptions.url ?? ''))
      return false
    return recordedPaths.test(url) || (method !== 'GET' && ownPaths.test(url))
  }

  function record(request: FastifyRequest, reply: FastifyReply, { traceId, sequence, at, responseBody }: Recording) {
    const clientId = clientOf(request.caller)
    if (!recorder.isRecording(clientId)) return
    const { method, url, refusalReason } = request
    const path = pathOf(request)
    const body = Buffer.isBuffer(request.body) ? request.body : null
    const status = reply.statusCode
    const sessionKey = /[?&]sessionKey=([0-9a-f-]{36})/.exec(url)?.[1]
    const responseHeaders = reply.getHeaders()
    const exchange: Exchange = {
      method,
      url,
      path,
      requestHeaders: request.headers,
      refusalReason,
      body,
      responseBody,
      responseHeaders: responseHeaders,
    }
    recorder.add({
      kind: 'request',
      name: `${method} ${path}`,
      traceId,
      sequence,
      at,
      clientId,
      isAnonymous: isAnonymousFailure(request, status),
      channelId: channelOf(request, body),
      ...(sessionKey !== undefined && { sessionKey }),
      status,
      tookMs: Math.round(reply.elapsedTime),
      bytes:
        2 *
          (url.length + (responseBody?.length ?? 0) + headersLength(request.headers) + headersLength(responseHeaders)) +
        (body?.length ?? 0),
      detail: () => detailOf(exchange),
    })
  }
}

/** What is held until it is written: of the request only what is shown of it. */
type Exchange = {
  method: string
  url: string
  path: string
  requestHeaders: FastifyRequest['headers']
  refusalReason: ErrorReason | null
  body: Buffer | null
  responseBody: string | null
  responseHeaders: ReturnType<FastifyReply['getHeaders']>
}

/** How much headers hold, roughly. */
function headersLength(headers: Readonly<Record<string, unknown>>): number {
  let length = 0
  for (const name in headers) length += name.length + String(headers[name]).length
  return length
}

function detailOf({
  method,
  url,
  path,
  requestHeaders,
  refusalReason,
  body,
  responseBody,
  responseHeaders,
}: Exchange): Partial<RecordDetail> {
  // What media servers send is a stream key, wherever it stands.
  const isIngest = url.startsWith('/ingest/')
  const text = body === null || body.length === 0 ? null : body.toString('utf8')
  return {
    request: {
      method,
      url: isIngest ? path : redactText(url),
      headers: redactHeaders(requestHeaders),
      body: text === null ? null : isIngest ? { text: '•••', truncated: false } : truncate(text),
    },
    answer: { headers: redactHeaders(responseHeaders), body: responseBody === null ? null : truncate(responseBody) },
    reason: refusalReason && redactReason(refusalReason),
  }
}

/** What is told with a reason may be what was sent. */
function redactReason({ params, ...rest }: ErrorReason): ErrorReason {
  const redacted = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactText(value) : value,
  ])
  return { ...rest, params: Object.fromEntries(redacted) }
}

/** Whose credential it was. Whom a caller only claims to be is nobody's record, and crowds none out. */
function clientOf(caller: FastifyRequest['caller']): string | null {
  return caller !== null && 'clientId' in caller ? caller.clientId : null
}

/** A call that was refused and whose caller nobody knows. In a sandbox whoever plays needs no credentials, and is no stranger. */
function isAnonymousFailure({ caller, url }: FastifyRequest, status: number): boolean {
  const isAuthenticated =
    caller !== null && caller.kind !== 'none' && !(caller.kind === 'visitor' && caller.visitor === null)
  return status >= 400 && !isAuthenticated && !url.startsWith('/sandbox/')
}

/** The path as the contract has it, `{…}` for what varies; as it was asked for where there is no such operation. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  return routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? redactText(url.split('?', 1)[0] ?? url)
}

/** The channel that it is about: that of the path or the token, else one that the body names, else the caller's own. */
function channelOf({ caller, url }: FastifyRequest, body: Buffer | null): string | null {
  const pathParams = /\/channels\/([0-9a-f]{32})/.exec(url)?.[1]
  if (pathParams !== undefined) return pathParams
  if (caller?.kind === 'token') return caller.channelId
  const text = body?.toString('latin1') ?? ''
  const match = /"channelId"\s*:\s*"([0-9a-f]{32})"/.exec(text) ?? /"byChannelId"\s*:\s*"([0-9a-f]{32})"/.exec(text)
  return match?.[1] ?? (caller?.kind === 'session' ? caller.channelId : null)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where it is not recorded. */
    recording: Recording | null
  }
}

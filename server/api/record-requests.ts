import { consoleChannels, consoleWatch, textOfWhy, type RecordDetail, type Why } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { kept } from '../features/inspector/kept-text.ts'
import { maskedExchange, maskedHeaders } from '../world/masked.ts'
import type { World } from '../world/world.ts'

/** A request that is recorded: the id that what it causes is known by, its place among the records, and its answer. */
export type Recording = { readonly chain: string; readonly place: number; readonly at: number; answer: string | null }

/**
 * Every call of an application and of a media server, and what our own pages and the sandbox change. That somebody
 * watches is no change, and as often as it is said it would hide the rest.
 */
const ofApps = /^\/(open|auth)\//
const ofAnybody = /^\/(open|auth|ingest)\//
const ofOurs = /^\/(console|sandbox)\/v1\//
const ofPresence = new Set(
  [consoleWatch.openViewer, consoleChannels.watch].map(({ path }) => path.replace('{channelId}', ':channelId')),
)

/** Records requests with their answers while somebody wants to know. The answer names its record in `X-Request-Id`. Gap 120. */
export function recordRequests(
  server: FastifyInstance,
  { clock, random, recorder }: Pick<World, 'clock' | 'random' | 'recorder'>,
) {
  server.decorateRequest('recording', null)
  server.addHook('onRequest', (request, reply, done) => {
    if (recorder.isOn && isRecorded(request)) {
      const chain = random.uuid()
      request.recording = { chain, place: recorder.takePlace(), at: clock.now(), answer: null }
      reply.header('x-request-id', chain)
    }
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (request.recording !== null && typeof payload === 'string') request.recording.answer = payload
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.recording !== null) record(request, reply, request.recording)
    done()
  })

  function isRecorded({ method, url, routeOptions }: FastifyRequest): boolean {
    if (!recorder.keeps(null)) return ofApps.test(url)
    if (method === 'OPTIONS' || routeOptions.config.takesItsTime || ofPresence.has(routeOptions.url ?? '')) return false
    return ofAnybody.test(url) || (method !== 'GET' && ofOurs.test(url))
  }

  function record(request: FastifyRequest, reply: FastifyReply, { chain, place, at, answer }: Recording) {
    const clientId = clientOf(request.caller)
    if (!recorder.keeps(clientId)) return
    const { method, url, refusedBecause } = request
    const path = pathOf(request)
    const body = Buffer.isBuffer(request.body) ? request.body : null
    const status = reply.statusCode
    const sessionKey = /[?&]sessionKey=([0-9a-f-]{36})/.exec(url)?.[1]
    const headers = reply.getHeaders()
    const said: Exchange = {
      method,
      url,
      path,
      asked: request.headers,
      refusedBecause,
      body,
      answer,
      answered: headers,
    }
    recorder.add({
      kind: 'request',
      name: `${method} ${path}`,
      chain,
      place,
      at,
      clientId,
      isOfStranger: isOfStranger(request, status),
      channelId: channelOf(request, body),
      ...(sessionKey !== undefined && { sessionKey }),
      status,
      tookMs: Math.round(reply.elapsedTime),
      bytes:
        2 * (url.length + (answer?.length ?? 0) + lengthOf(request.headers) + lengthOf(headers)) + (body?.length ?? 0),
      detail: () => detailOf(said),
    })
  }
}

/** What is held until it is written: of the request only what is shown of it. */
type Exchange = {
  method: string
  url: string
  path: string
  asked: FastifyRequest['headers']
  refusedBecause: Why | null
  body: Buffer | null
  answer: string | null
  answered: ReturnType<FastifyReply['getHeaders']>
}

/** How much headers hold, roughly. */
function lengthOf(headers: Readonly<Record<string, unknown>>): number {
  let length = 0
  for (const name in headers) length += name.length + String(headers[name]).length
  return length
}

function detailOf({
  method,
  url,
  path,
  asked,
  refusedBecause,
  body,
  answer,
  answered,
}: Exchange): Partial<RecordDetail> {
  // What media servers send is a stream key, wherever it stands.
  const isIngest = url.startsWith('/ingest/')
  const text = body === null || body.length === 0 ? null : body.toString('utf8')
  return {
    request: {
      method,
      url: isIngest ? path : maskedExchange(url),
      headers: maskedHeaders(asked),
      body: text === null ? null : isIngest ? { text: '•••', cut: false } : kept(text),
    },
    answer: { headers: maskedHeaders(answered), body: answer === null ? null : kept(answer) },
    reason: refusedBecause === null ? null : maskedExchange(textOfWhy(refusedBecause)),
    ...(refusedBecause !== null && { why: maskedWhy(refusedBecause) }),
  }
}

/** What is told with a reason may be what was sent. */
function maskedWhy({ values, ...why }: Why): Why {
  const masked = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? maskedExchange(value) : value,
  ])
  return { ...why, values: Object.fromEntries(masked) }
}

/** Whose credential it was. Whom a caller only claims to be is nobody's record, and crowds none out. */
function clientOf(caller: FastifyRequest['caller']): string | null {
  return caller !== null && 'clientId' in caller ? caller.clientId : null
}

/** A call that was refused and whose caller nobody knows. In a sandbox whoever plays needs no credentials, and is no stranger. */
function isOfStranger({ caller, url }: FastifyRequest, status: number): boolean {
  const isKnown = caller !== null && caller.kind !== 'none' && !(caller.kind === 'visitor' && caller.visitor === null)
  return status >= 400 && !isKnown && !url.startsWith('/sandbox/')
}

/** The path as the contract has it, `{…}` for what varies; as it was asked for where there is no such operation. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  return routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? maskedExchange(url.split('?', 1)[0] ?? url)
}

/** The channel that it is about: that of the path or the token, else one that the body names, else the caller's own. */
function channelOf({ caller, url }: FastifyRequest, body: Buffer | null): string | null {
  const inPath = /\/channels\/([0-9a-f]{32})/.exec(url)?.[1]
  if (inPath !== undefined) return inPath
  if (caller?.kind === 'token') return caller.channelId
  const text = body?.toString('latin1') ?? ''
  const named = /"channelId"\s*:\s*"([0-9a-f]{32})"/.exec(text) ?? /"byChannelId"\s*:\s*"([0-9a-f]{32})"/.exec(text)
  return named?.[1] ?? (caller?.kind === 'session' ? caller.channelId : null)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where it is not recorded. */
    recording: Recording | null
  }
}

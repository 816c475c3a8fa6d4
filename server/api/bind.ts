import { errors, type Endpoint, type Why } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, ClientCaller, Handler } from '../kit/handle.ts'
import type { Usage } from '../features/apps/usage.ts'
import { because, Refusal } from '../kit/refusal.ts'
import { inChain } from '../world/chain.ts'
import { isAway } from '../world/db/db.ts'
import type { World } from '../world/world.ts'
import { authenticate, permit, type Recognition } from './authenticate.ts'
import { bodyOfGet } from './body-of-get.ts'
import { tellStanding, type Quota } from './quota.ts'
import { inputReader } from './read-input.ts'

/**
 * Serves an operation: who (401) → which kind and scope (403) → how often (429) → what (400) → the handler → the envelope.
 * Readers of input run here and not in Fastify, because Fastify would look at the body before anyone asked who calls.
 */
export function bind(
  server: FastifyInstance,
  { endpoint, keep }: Handler<Endpoint>,
  { world, quota, usage, ...recognition }: { world: World; quota: Quota; usage: Usage } & Recognition,
) {
  const read = inputReader(endpoint)
  const scope = 'scope' in endpoint.auth ? endpoint.auth.scope : null
  const hasBodyOnGet = endpoint.method === 'GET' && endpoint.parameters !== undefined
  const identify = async (caller: ClientCaller, request: FastifyRequest, reply: FastifyReply) => {
    request.caller = caller
    tellStanding(await quota(caller, request.ip), reply)
  }
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = authenticate(endpoint, request, recognition)
    const caller = known instanceof Promise ? await known : known
    // Known before it is judged, so that a refusal is recorded as theirs.
    request.caller = caller
    permit(endpoint, caller)
    request.tellsWhy = endpoint.namesTheField ?? false
    const standing = quota(caller, request.ip)
    tellStanding(standing instanceof Promise ? await standing : standing, reply)
    if (hasBodyOnGet) request.body = await bodyOfGet(request)
    const { inPath, query, body, parameters } = read(
      request,
      'wireProfile' in caller ? caller.wireProfile : world.config.wireProfile,
    )
    const identified = caller.kind === 'none' ? (known: ClientCaller) => identify(known, request, reply) : nobodyElse
    const call = { caller, inPath, query, body, parameters, address: request.ip, identified } as Call<Endpoint>
    const content = await keep(call, world)
    if (request.caller !== null && 'clientId' in request.caller) usage.note(request.caller, scope)
    return reply.type(json).send(`{"code":200,"message":null,"content":${JSON.stringify(content)}}`)
  }
  const serveInChain = (request: FastifyRequest, reply: FastifyReply) =>
    request.recording ? inChain(request.recording.chain, () => serve(request, reply)) : serve(request, reply)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    server.route({ method: endpoint.method, url, handler: serveInChain })
  }
}

/** Who calls with credentials in the headers is known from them. */
function nobodyElse(): never {
  throw new Error('this operation knew already who calls')
}

/** Turns what was thrown into the envelope of a failure; anything else is a fault of ours. A database that does not answer is told as 503. Gap 180. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: Pick<World, 'log'>,
) {
  const hasNoDatabase = isAway(error)
  const refusal = error instanceof Refusal ? error : hasNoDatabase ? tookTooLong() : refusalOf(error)
  if (refusal === null || hasNoDatabase) log.error({ request: request.id, error }, 'request.failed')
  if (refusal !== null) request.refusedBecause = refusal.why
  const { status, message } = errors[refusal?.failure ?? 'fault']
  const inWords = refusal !== null && request.tellsWhy ? ` (${refusal.reason})` : ''
  const told = refusal !== null && request.tellsName ? { why: refusal.why } : {}
  if (refusal?.retryAfterSec !== undefined) void reply.header('retry-after', refusal.retryAfterSec)
  void reply
    .code(status)
    .type(json)
    .send(JSON.stringify({ code: status, message: refusal?.wireMessage ?? `${message}${inWords}`, ...told }))
}

/** Whoever asks again in a moment may be answered; what was asked may have been done. */
export function tookTooLong(): Refusal {
  return new Refusal('unavailable', 'TOOK_TOO_LONG', { retryAfterSec: 1 })
}

const json = 'application/json; charset=utf-8'

/** What Fastify itself refuses: bodies too large, malformed requests. */
export function refusalOf(error: unknown): Refusal | null {
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413) return new Refusal('tooLarge', 'BODY_TOO_LARGE')
  return typeof status === 'number' && status >= 400 && status < 500
    ? new Refusal('badInput', because('UNREADABLE_REQUEST', { problem: (error as Error).message }))
    : null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, once it is known; for the log line. */
    caller: Call<Endpoint>['caller'] | null
    refusedBecause: Why | null
    /** Whether the message of a refusal gives the reason, as the operations of our own do. */
    tellsWhy: boolean
    /** Whether a refusal is told by its name too: to our own pages and in the sandbox. The open interface has two fields and no more. */
    tellsName: boolean
  }
}

import { errors, type Endpoint, type ErrorReason } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClientCaller } from '../shared/caller.ts'
import type { Call, Route } from './handler.ts'
import type { UsageCounter } from '../features/apps/usage-counter.ts'
import { refusalReason, Refusal } from '../shared/refusal.ts'
import { runInTrace } from '../infra/trace.ts'
import { isDatabaseUnavailable } from '../infra/db/pool.ts'
import type { Deps } from '../infra/deps.ts'
import { authenticate, requireScope, type CredentialLookups } from './authenticate.ts'
import { readGetBody } from './get-body.ts'
import { applyQuota, type QuotaCheck } from './quota.ts'
import { createInputReader } from './input.ts'

/**
 * Serves an operation: who (401) → which kind and scope (403) → how often (429) → what (400) → the handler → the envelope.
 * Readers of input run here and not in Fastify, because Fastify would look at the body before anyone asked who calls.
 */
export function registerRoute(
  server: FastifyInstance,
  { endpoint, handle }: Route,
  { deps, quota, usage, ...lookups }: { deps: Deps; quota: QuotaCheck; usage: UsageCounter } & CredentialLookups,
) {
  const readInput = createInputReader(endpoint)
  const scope = 'scope' in endpoint.auth ? endpoint.auth.scope : null
  const hasBodyOnGet = endpoint.method === 'GET' && endpoint.parameters !== undefined
  const identify = async (caller: ClientCaller, request: FastifyRequest, reply: FastifyReply) => {
    request.caller = caller
    applyQuota(await quota(caller, request.ip), reply)
  }
  const handleRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const authenticated = authenticate(endpoint, request, lookups)
    const caller = authenticated instanceof Promise ? await authenticated : authenticated
    // Known before it is judged, so that a refusal is recorded as theirs.
    request.caller = caller
    requireScope(endpoint, caller)
    request.exposesReasonText = endpoint.exposesReason ?? false
    const quotaStatus = quota(caller, request.ip)
    applyQuota(quotaStatus instanceof Promise ? await quotaStatus : quotaStatus, reply)
    if (hasBodyOnGet) request.body = await readGetBody(request)
    const { pathParams, query, body, parameters } = readInput(
      request,
      'wireProfile' in caller ? caller.wireProfile : deps.config.wireProfile,
    )
    const identifyCaller =
      caller.kind === 'none' ? (client: ClientCaller) => identify(client, request, reply) : alreadyIdentified
    const call = { caller, pathParams, query, body, parameters, ip: request.ip, identifyCaller } as Call<Endpoint>
    const content = await handle(call, deps)
    if (request.caller !== null && 'clientId' in request.caller) usage.record(request.caller, scope)
    return reply.type(json).send(`{"code":200,"message":null,"content":${JSON.stringify(content)}}`)
  }
  const handleWithTraceId = (request: FastifyRequest, reply: FastifyReply) =>
    request.recording
      ? runInTrace(request.recording.traceId, () => handleRequest(request, reply))
      : handleRequest(request, reply)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    server.route({ method: endpoint.method, url, handler: handleWithTraceId })
  }
}

/** Who calls with credentials in the headers is known from them. */
function alreadyIdentified(): never {
  throw new Error('this operation knew already who calls')
}

/** Turns what was thrown into the envelope of a failure; anything else is a fault of ours. A database that does not answer is told as 503. Gap 180. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: Pick<Deps, 'log'>) {
  const databaseUnavailable = isDatabaseUnavailable(error)
  const refusal = error instanceof Refusal ? error : databaseUnavailable ? timeoutRefusal() : toRefusal(error)
  if (refusal === null || databaseUnavailable) log.error({ request: request.id, error }, 'request.failed')
  if (refusal !== null) request.refusalReason = refusal.reason
  const { status, message } = errors[refusal?.failure ?? 'fault']
  const reasonSuffix = refusal !== null && request.exposesReasonText ? ` (${refusal.reasonText})` : ''
  const reasonField = refusal !== null && request.exposesErrorCode ? { reason: refusal.reason } : {}
  if (refusal?.retryAfterSec !== undefined) void reply.header('retry-after', refusal.retryAfterSec)
  void reply
    .code(status)
    .type(json)
    .send(
      JSON.stringify({ code: status, message: refusal?.wireMessage ?? `${message}${reasonSuffix}`, ...reasonField }),
    )
}

/** Whoever asks again in a moment may be answered; what was asked may have been done. */
export function timeoutRefusal(): Refusal {
  return new Refusal('unavailable', 'REQUEST_TIMEOUT', { retryAfterSec: 1 })
}

const json = 'application/json; charset=utf-8'

/** What Fastify itself refuses: bodies too large, malformed requests. */
export function toRefusal(error: unknown): Refusal | null {
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413) return new Refusal('tooLarge', 'BODY_TOO_LARGE')
  return typeof status === 'number' && status >= 400 && status < 500
    ? new Refusal('badInput', refusalReason('UNREADABLE_REQUEST', { problem: (error as Error).message }))
    : null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, once it is known; for the log line. */
    caller: Call<Endpoint>['caller'] | null
    refusalReason: ErrorReason | null
    /** Whether the message of a refusal gives the reason, as the operations of our own do. */
    exposesReasonText: boolean
    /** Whether a refusal is told by its name too: to our own pages and in the sandbox. The open interface has two fields and no more. */
    exposesErrorCode: boolean
  }
}

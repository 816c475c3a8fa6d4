import { Readable } from 'node:stream'
import type { Endpoint, ErrorKind, FaultRule } from '@onair/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withdrawConsent } from '@onair/server/features/auth/withdraw-consent.ts'
import type { Clock } from '@onair/server/infra/clock.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { FaultPlan } from '@onair/server/infra/faults.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import { clientIdOf, namedClientId } from '@onair/server/api/request-recorder.ts'
import type { RouteServer } from '@onair/server/api/shared-routes.ts'

const slowBodyParts = 8

const errorKinds: Record<NonNullable<FaultRule['status']>, ErrorKind> = {
  400: 'badInput',
  401: 'unauthorized',
  403: 'forbidden',
  429: 'tooManyRequests',
  500: 'fault',
  503: 'unavailable',
}

/** Throws the error that the fault plan has for an authenticated request, or marks its response to be changed. */
export async function injectFault(
  plan: FaultPlan,
  { endpoint, request, reply }: { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply },
  deps: Deps,
) {
  const { caller } = request
  const clientId = clientIdOf(caller) ?? namedClientId(request)
  const token = caller?.kind === 'token' ? (request.headers.authorization ?? null) : null
  const rule = await plan.decide({ target: 'request', endpoint, clientId, token }, deps.clock.now())
  if (rule === null) return
  const fault = rule.kind === 'status' ? `status-${rule.status}` : rule.kind
  void reply.header('x-onair-fault', fault)
  const reason = errorReason('FAULT_INJECTED', { fault })
  if (rule.kind === 'grant-revoked' && caller?.kind === 'token') await withdrawConsent(caller, deps)
  if (rule.kind === 'token-expired' || rule.kind === 'grant-revoked') throw new Refusal('invalidToken', reason)
  if (rule.status === undefined) request.fault = rule
  else {
    const isLimited = rule.status === 429 || rule.status === 503
    throw new Refusal(errorKinds[rule.status], reason, isLimited ? { retryAfterSec: rule.retryAfterSec ?? 1 } : {})
  }
}

/** Delays, cuts or slows the responses that `injectFault` marked. */
export function changeFaultyResponses(server: RouteServer, clock: Pick<Clock, 'after'>) {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { fault } = request
    if (fault === null || typeof payload !== 'string') return done(null, payload)
    const { kind, delayMs = 0 } = fault
    if (kind === 'delay') return void clock.after(delayMs, () => done(null, payload))
    if (kind === 'connection-reset') {
      request.raw.socket.resetAndDestroy()
      return done(null, payload)
    }
    const body = Buffer.from(payload)
    void reply.header('content-length', body.length)
    const parts = kind === 'truncated-body' ? cutBody(body, request) : slowBody(body, delayMs, clock)
    done(null, Readable.from(parts, { objectMode: false, highWaterMark: 1 }))
  })
}

async function* cutBody(body: Buffer, { raw: { socket } }: FastifyRequest): AsyncGenerator<Buffer> {
  yield body.subarray(0, Math.floor(body.length / 2))
  socket.destroySoon()
  // The end of the stream would be an error of the server: the announced length is not reached.
  await new Promise<void>((resolve) => void socket.once('close', resolve))
}

async function* slowBody(body: Buffer, delayMs: number, clock: Pick<Clock, 'after'>): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(body.length / slowBodyParts))
  for (let start = 0; start < body.length; start += size) {
    if (start > 0) await new Promise<void>((resolve) => void clock.after(delayMs, resolve))
    yield body.subarray(start, start + size)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that changes the response, if any. */
    fault: FaultRule | null
  }
}

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint, ErrorKind, FaultRule } from '@onair/contract'
import { namedClientId } from '@onair/server/api/pipeline/request-recorder.ts'
import { withdrawConsent } from '@onair/server/features/auth/withdraw-consent.ts'
import type { HookedRequest } from '@onair/server/hooks.ts'
import type { Clock } from '@onair/server/infra/clock.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import type { Faults } from './fault-subject.ts'

const slowBodyParts = 8

const errorKinds: Record<NonNullable<FaultRule['status']>, ErrorKind> = {
  400: 'badInput',
  401: 'unauthorized',
  403: 'forbidden',
  429: 'tooManyRequests',
  500: 'internalError',
  503: 'unavailable',
}

/** Throws the error that the fault plan has for an authenticated request, or changes how its response is written. */
export async function injectFault(
  endpoint: Endpoint,
  request: HookedRequest,
  response: ServerResponse,
  deps: Pick<Deps, 'clock' | 'db'> & { faults: Faults },
): Promise<void> {
  const { caller } = request
  const clientId = caller?.clientId ?? namedClientId(request)
  const token = caller?.kind === 'token' ? (request.headers.authorization ?? null) : null
  const rule = await deps.faults.plan?.decide({ target: 'request', endpoint, clientId, token }, deps.clock.now())
  if (rule === null || rule === undefined) return
  const fault = rule.kind === 'status' ? `status-${rule.status}` : rule.kind
  response.setHeader('x-onair-fault', fault)
  const reason = errorReason('FAULT_INJECTED', { fault })
  if (rule.kind === 'grant-revoked' && caller?.clientId !== undefined && caller.channelId !== undefined)
    await withdrawConsent({ clientId: caller.clientId, channelId: caller.channelId }, deps)
  if (rule.kind === 'token-expired' || rule.kind === 'grant-revoked') throw new Refusal('invalidToken', reason)
  if (rule.status === undefined) changeEnd(rule, response, deps.clock)
  else {
    const isLimited = rule.status === 429 || rule.status === 503
    throw new Refusal(errorKinds[rule.status], reason, isLimited ? { retryAfterSec: rule.retryAfterSec ?? 1 } : {})
  }
}

/** Delays, cuts or slows the body, which Fastify writes with the end of the response. */
function changeEnd({ kind, delayMs = 0 }: FaultRule, response: ServerResponse, clock: Pick<Clock, 'after'>): void {
  const { socket } = response.req
  const end = response.end.bind(response) as (body?: unknown) => ServerResponse
  const endLater = async (body: Buffer) => {
    if (kind === 'truncated-body') await writeHalf(body, response, socket)
    else await writeSlowly(body, response, (run) => clock.after(delayMs, run))
    end()
  }
  response.end = (body?: unknown) => {
    if (kind === 'connection-reset') socket.resetAndDestroy()
    if (kind === 'delay') clock.after(delayMs, () => end(body))
    else if (kind === 'connection-reset' || typeof body !== 'string') return end(body)
    else void endLater(Buffer.from(body))
    return response
  }
}

/** Resolves when the connection is closed. */
async function writeHalf(body: Buffer, response: ServerResponse, socket: Socket): Promise<void> {
  response.write(body.subarray(0, Math.floor(body.length / 2)))
  socket.destroySoon()
  await new Promise<void>((resolve) => void socket.once('close', resolve))
}

async function writeSlowly(
  body: Buffer,
  response: ServerResponse,
  wait: (run: () => void) => Disposable,
): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / slowBodyParts))
  for (let start = 0; start < body.length; start += size) {
    if (start > 0) await new Promise<void>((resolve) => void wait(resolve))
    response.write(body.subarray(start, start + size))
  }
}

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { errors, formatReason, type ErrorReason } from '@onair/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { isDatabaseUnavailable } from '../../infra/db/pool.ts'
import { isRedisUnavailable } from '../../infra/redis/redis.ts'
import type { Deps } from '../../infra/deps.ts'

const json = 'application/json; charset=utf-8'

/** Sends the envelope of a success. */
export function sendContent(reply: FastifyReply, content: unknown) {
  // Not `type`, which parses the value. Not returned: a handler that returns a reply waits for it as for a promise.
  void reply.header('content-type', json).send(`{"code":200,"message":null,"content":${JSON.stringify(content)}}`)
}

/** How long a client may take no line. */
const idleMs = 60_000

/** Sends lines as they are read, and waits until the client has them, is gone, or takes no more of them. */
export async function sendLines(
  reply: FastifyReply,
  lines: AsyncIterable<string>,
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  let idle: Disposable | undefined
  const waitForClient = () => (idle = clock.after(idleMs, () => reply.raw.destroy()))
  const watched = async function* () {
    for await (const line of lines) {
      waitForClient()
      yield line
      idle?.[Symbol.dispose]()
    }
    waitForClient()
  }
  void reply.header('content-type', 'application/x-ndjson').send(Readable.from(watched(), { objectMode: false }))
  await finished(reply.raw).catch(() => {})
  idle?.[Symbol.dispose]()
}

/** Sends the envelope of an error. An unavailable database or Redis is 503 (gap 180), and every unexpected error is 500. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: Pick<Deps, 'log'>) {
  const refusal = toRefusal(error)
  if (isInternalError(error)) log.error({ request: request.id, error }, 'request.failed')
  if (refusal !== null) request.refusalReason = refusal.reason

  const { status, message } = errors[refusal?.kind ?? 'internalError']
  const reasonText = refusal !== null && request.hasReasonText ? ` (${formatReason(refusal.reason)})` : ''
  const envelope = {
    code: status,
    message: refusal?.wireMessage ?? message + reasonText,
    ...(refusal !== null && request.hasReasonField && { reason: refusal.reason }),
  }
  if (refusal?.retryAfterSec !== undefined) void reply.header('retry-after', refusal.retryAfterSec)
  void reply.code(status).type(json).send(JSON.stringify(envelope))
}

/** 503 for a request that took too long. The client may retry; the change may have been committed. */
export function timeoutRefusal(): Refusal {
  return new Refusal('unavailable', 'REQUEST_TIMEOUT', { retryAfterSec: 1 })
}

/** Whether an error belongs into the log: it was not caused by the request. */
export function isInternalError(error: unknown): boolean {
  return toRefusal(error) === null || isUnavailable(error)
}

function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isRedisUnavailable(error)
}

/**
 * The error as a refusal, also where Fastify rejects a request (a body that is too large, malformed HTTP) and where the
 * database or Redis is unavailable. Null for any other error.
 */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return timeoutRefusal()
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413) return new Refusal('tooLarge', 'BODY_TOO_LARGE')
  return typeof status === 'number' && status >= 400 && status < 500
    ? new Refusal('badInput', errorReason('UNREADABLE_REQUEST', { problem: (error as Error).message }))
    : null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused, for the log and the inspector. */
    refusalReason: ErrorReason | null
    /** Whether the message of an error ends with the text of its reason: on endpoints of the console and the sandbox. */
    hasReasonText: boolean
    /** Whether an error has the field `reason`: under the paths of the console and the sandbox. */
    hasReasonField: boolean
  }
}

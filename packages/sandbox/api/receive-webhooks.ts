import { sandboxApi } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { receiveRequest } from '../sinks/sinks.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { validatorFor } from '@onair/server/shared/validator.ts'
import type { Clock } from '@onair/server/infra/clock.ts'
import type { Deps } from '@onair/server/infra/deps.ts'

/**
 * Receives webhooks that are sent to a sink. The response is the one that the developer set, without the envelope. A private
 * sandbox receives as many as it sends.
 */
export function serveSinks(server: FastifyInstance, isPrivate: boolean, deps: Pick<Deps, 'clock' | 'config' | 'db'>) {
  const config = { hasNoTimeout: true, isUncounted: isPrivate }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { sinkName } = request.params as { sinkName: string }
    if (!validatorFor(sandboxApi.sinks.setSink.pathParams).Check({ sinkName }))
      throw new Refusal('notFound', 'INVALID_SINK_NAME')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const headers = headersOf(request.raw.rawHeaders)
    const { status, delayMs } = await receiveRequest({ sinkName, headers, body }, deps)
    if (delayMs > 0) await delay(deps.clock, delayMs)
    return reply.code(status).send()
  }
  server.route({ method: 'POST', url: '/sandbox/v1/sinks/:sinkName', config, handler })
}

/** The headers with their names as sent. The values of a repeated header are joined by commas. */
function headersOf(raw: string[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]]
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  return Object.fromEntries(headers)
}

function delay(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}

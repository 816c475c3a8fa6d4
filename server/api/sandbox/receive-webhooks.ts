import { sandboxApi } from '@onair/contract'
import type { FastifyInstance } from 'fastify'
import { receiveRequest } from '../../features/sinks/sinks.ts'
import { Refusal } from '../../shared/refusal.ts'
import { validatorFor } from '../../shared/validator.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Deps } from '../../infra/deps.ts'

/** Receives webhooks that are sent to a sink. The response is the one that the developer set, without the envelope. */
export function serveSinks(server: FastifyInstance, deps: Pick<Deps, 'clock' | 'db'>) {
  const config = { hasNoTimeout: true }
  server.post<{ Params: { sinkName: string } }>('/sandbox/v1/sinks/:sinkName', { config }, async (request, reply) => {
    const { sinkName } = request.params
    if (!validatorFor(sandboxApi.sinks.setSink.pathParams).Check({ sinkName }))
      throw new Refusal('notFound', 'INVALID_SINK_NAME')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const headers = headersOf(request.raw.rawHeaders)
    const { status, delayMs } = await receiveRequest({ sinkName, headers, body }, deps)
    if (delayMs > 0) await delay(deps.clock, delayMs)
    return reply.code(status).send()
  })
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

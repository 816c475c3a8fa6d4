import { sandboxSinks } from '@onair/contract'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import { receiveAtSink } from '../features/sandbox/sinks.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Clock } from '../world/clock.ts'
import type { World } from '../world/world.ts'

const named = Compile(sandboxSinks.setSink.inPath)

/** Receives what webhooks send to the sandbox itself. The answer is whatever its developer asked for, so it has no envelope. */
export function serveSinks(server: FastifyInstance, world: Pick<World, 'clock' | 'db'>) {
  const config = { takesItsTime: true }
  server.post<{ Params: { sinkName: string } }>('/sandbox/v1/sinks/:sinkName', { config }, async (request, reply) => {
    const { sinkName } = request.params
    if (!named.Check({ sinkName })) throw new Refusal('notFound', 'NO_SINK_OF_THIS_NAME')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const headers = headersOf(request.raw.rawHeaders)
    const { status, delayMs } = await receiveAtSink({ sinkName, headers, body }, world)
    if (delayMs > 0) await wait(world.clock, delayMs)
    return reply.code(status).send()
  })
}

/** In the spelling in which they came; one that came again is joined to the first. */
function headersOf(raw: string[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]]
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  return Object.fromEntries(headers)
}

function wait(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Deadlines } from '../../shared/deadlines.ts'
import type { Deps } from '../../infra/deps.ts'

/** Calls `sendTimeout` for each request that has no response after `timeoutMs` of process time. */
export function enforceRequestTimeout(
  server: FastifyInstance,
  { timeoutMs, clock }: { timeoutMs: number; clock: Deps['clock'] },
  sendTimeout: (request: FastifyRequest, reply: FastifyReply) => void,
): Disposable {
  // One timer serves all requests: a timer for each costs a fast request a tenth of its time.
  const deadlines = new Deadlines<FastifyReply>(clock, timeoutMs, (reply) => {
    if (!reply.sent) sendTimeout(reply.request, reply)
  })
  server.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.hasNoTimeout) deadlines.set(reply)
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    deadlines.delete(reply)
    done(null, payload)
  })
  return deadlines
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes set this if the caller chooses their response time. */
    hasNoTimeout?: boolean
  }
}

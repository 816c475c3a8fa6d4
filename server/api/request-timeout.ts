import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../infra/deps.ts'

type PendingRequest = { reply: FastifyReply; deadline: number }

/**
 * Has whoever is not answered after `withinMs` of real time answered by `answerLate`. One timer serves all who wait, as
 * a timer for each costs a quick answer a tenth of its time.
 */
export function enforceRequestTimeout(
  server: FastifyInstance,
  { timeoutMs, clock }: { timeoutMs: number; clock: Deps['clock'] },
  sendTimeout: (request: FastifyRequest, reply: FastifyReply) => void,
): Disposable {
  // In the order in which they came, so the first is the next to be late.
  const pending = new Map<FastifyRequest, PendingRequest>()
  let timer: Disposable | null = null

  const expireOverdue = () => {
    timer = null
    const now = clock.uptime()
    for (const [request, { reply, deadline }] of pending) {
      if (deadline > now) {
        timer = clock.after(deadline - now, expireOverdue)
        return
      }
      pending.delete(request)
      if (!reply.sent) sendTimeout(request, reply)
    }
  }
  server.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.hasNoTimeout) return done()
    pending.set(request, { reply, deadline: clock.uptime() + timeoutMs })
    timer ??= clock.after(timeoutMs, expireOverdue)
    return done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    pending.delete(request)
    done(null, payload)
  })
  return { [Symbol.dispose]: () => timer?.[Symbol.dispose]() }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long an answer takes is for the caller to say. */
    hasNoTimeout?: boolean
  }
}

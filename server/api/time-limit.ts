import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

type Waiting = { reply: FastifyReply; until: number }

/**
 * Has whoever is not answered after `withinMs` of real time answered by `answerLate`. One timer serves all who wait, as
 * a timer for each costs a quick answer a tenth of its time.
 */
export function limitTime(
  server: FastifyInstance,
  { withinMs, clock }: { withinMs: number; clock: World['clock'] },
  answerLate: (request: FastifyRequest, reply: FastifyReply) => void,
): Disposable {
  // In the order in which they came, so the first is the next to be late.
  const waiting = new Map<FastifyRequest, Waiting>()
  let timer: Disposable | null = null

  const look = () => {
    timer = null
    const now = clock.real()
    for (const [request, { reply, until }] of waiting) {
      if (until > now) {
        timer = clock.after(until - now, look)
        return
      }
      waiting.delete(request)
      if (!reply.sent) answerLate(request, reply)
    }
  }
  server.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.takesItsTime) return done()
    waiting.set(request, { reply, until: clock.real() + withinMs })
    timer ??= clock.after(withinMs, look)
    return done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    waiting.delete(request)
    done(null, payload)
  })
  return { [Symbol.dispose]: () => timer?.[Symbol.dispose]() }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long an answer takes is for the caller to say. */
    takesItsTime?: boolean
  }
}

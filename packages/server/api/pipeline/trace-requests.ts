import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../infra/deps.ts'
import { clientIdOf } from './request-recorder.ts'

/**
 * Gives each request a trace and reports its span. Added after `recordRequests`, so that a recorded request has the trace
 * that the inspector shows. A caller's `traceparent` becomes a link: a trace id from outside could be that of another caller.
 */
export function traceRequests(server: FastifyInstance, { random, tracing }: Pick<Deps, 'random' | 'tracing'>) {
  if (!tracing.isEnabled) return
  const startedAt = new WeakMap<FastifyRequest, number>()
  server.addHook('onRequest', (request, _reply, done) => {
    request.traceId ??= random.uuid()
    startedAt.set(request, tracing.now())
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, traceId, headers } = request
    const route = routeOptions.url
    tracing.end({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      traceId: traceId ?? undefined,
      isRoot: true,
      startedAt: startedAt.get(request) ?? tracing.now(),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'onair.client_id': clientIdOf(request.caller) ?? undefined,
        'onair.trace_id': traceId ?? undefined,
      },
      traceparent: typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined,
      isError: reply.statusCode >= 500,
    })
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the request is neither recorded nor traced. */
    traceId: string | null
  }
}

import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../infra/deps.ts'
import { requireQuota, type QuotaCheck } from './quota.ts'
import type { FindVisitor } from '../pipeline/web-session.ts'

type Services = {
  findVisitor: FindVisitor
  quota: QuotaCheck
  fileQuota: (ip: string, now: number) => ReturnType<QuotaCheck>
  deps: Pick<Deps, 'clock'>
}

/**
 * Counts the calls of every route that is no endpoint, and of addresses that do not exist. An endpoint counts its calls
 * itself, after its caller is known. Runs after the timeout of a request has begun, because it may wait for the database.
 */
export function countCalls(server: FastifyInstance, { findVisitor, quota, fileQuota, deps }: Services) {
  const countFirst = callbackify(count)
  // An asynchronous hook would cost every call of an endpoint two microtasks.
  server.addHook('preHandler', (request, _reply, done) => {
    const { endpoint, isUncounted } = request.routeOptions.config
    if (endpoint !== undefined || isUncounted) return done()
    countFirst(request, (error) => done(error ?? undefined))
  })

  async function count(request: FastifyRequest) {
    const { isFile, isPage } = request.routeOptions.config
    const now = deps.clock.now()
    if (isFile) return requireQuota(await fileQuota(request.ip, now))
    const caller = { kind: 'visitor', visitor: isPage ? await findVisitor(request) : null } as const
    if (isPage) request.caller = caller
    requireQuota(await quota(caller, request.ip, now))
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page that a person or a guest opens. It is counted for the person. */
    isPage?: boolean
    /** A file or a picture, of which a page has many. */
    isFile?: boolean
    /** A route of a developer's own program, which no other program calls, or one that counts its calls itself. */
    isUncounted?: boolean
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { routePath } from './pipeline/route-path.ts'

/**
 * Allows pages of any origin to call the open API (gap 17) and to upload video: both take credentials in headers, never in
 * cookies.
 */
export function setCorsHeaders(request: FastifyRequest, reply: FastifyReply) {
  const { origin } = request.headers
  if (origin === undefined || !/^\/(open|auth|media\/v1\/upload)\//.test(routePath(request))) return
  reply.header('access-control-allow-origin', origin)
  reply.header('vary', 'Origin')
  reply.header(
    'access-control-expose-headers',
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
  )
  if (request.method !== 'OPTIONS') return
  reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
  reply.header('access-control-allow-headers', 'Authorization, Client-Id, Client-Secret, Content-Type')
  reply.header('access-control-max-age', '600')
  void reply.code(204).send()
}

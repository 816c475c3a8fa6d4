import type { FastifyRequest } from 'fastify'
import { errorReason, Refusal } from '../shared/refusal.ts'
import type { Addresses } from '../infra/deps.ts'
import { isConsolePath } from './console-paths.ts'
import { routePath } from './pipeline/route-path.ts'

/**
 * Checks the host of each request if ONAIR_AUTH_URL and ONAIR_BASE_URL have different origins. The host of ONAIR_AUTH_URL
 * serves only pages and their endpoints; the host of ONAIR_BASE_URL serves only the API. So no API response shares an
 * origin with the cookies of the pages. Null if both have one origin.
 */
export function hostCheck(
  { authUrl, baseUrl }: Addresses,
  pagePaths: ReadonlySet<string>,
): ((request: Pick<FastifyRequest, 'headers' | 'routeOptions' | 'url'>) => void) | null {
  if (authUrl === baseUrl) return null
  const authHost = new URL(authUrl).host
  const baseHost = new URL(baseUrl).host
  // Not request.host, which believes X-Forwarded-Host.
  return (request) => {
    const { host = '' } = request.headers
    const path = routePath(request)
    const isPage = pagePaths.has(path) || isConsolePath(path)
    const expectedHost = isPage ? authHost : /^\/(open|auth|sandbox)\//.test(`${path}/`) ? baseHost : host
    if (host !== expectedHost) throw new Refusal('notFound', errorReason('WRONG_HOST', { host: expectedHost }))
  }
}

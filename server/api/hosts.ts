import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { refusalReason, Refusal } from '../shared/refusal.ts'
import type { Addresses } from '../infra/deps.ts'
import { isConsolePath } from './console-paths.ts'

/**
 * Checks the host of each request where the pages (AUTH_URL) and the API (BASE_URL) have different origins: pages and the
 * endpoints they call answer only at theirs, and the API only at its own, so that no API response shares an origin with
 * the cookies of the pages. Null where both have one origin.
 */
export function hostCheck(
  { authUrl, baseUrl }: Addresses,
  pagePaths: ReadonlySet<string>,
): ((request: Pick<FastifyRequest, 'host' | 'url'>) => void) | null {
  if (authUrl === baseUrl) return null
  const authHost = new URL(authUrl).host
  const baseHost = new URL(baseUrl).host
  return ({ host, url }) => {
    const path = url.split('?', 1)[0] ?? url
    const isPage = pagePaths.has(path) || isConsolePath(path)
    const expectedHost = isPage ? authHost : /^\/(open|auth|sandbox)\//.test(`${path}/`) ? baseHost : host
    if (host !== expectedHost) throw new Refusal('notFound', refusalReason('WRONG_HOST', { host: expectedHost }))
  }
}

/**
 * Keeps web pages of other sites from using the sandbox of a developer who has them open. Checks the origin, and the host
 * against DNS rebinding: a name that another site resolves to this machine. An IP address cannot be rebound.
 */
export function sandboxOriginCheck({
  authUrl,
  baseUrl,
}: Addresses): (request: Pick<FastifyRequest, 'headers'>) => void {
  const allowedNames = new Set(['localhost', ...[authUrl, baseUrl].map((url) => new URL(url).hostname)])
  return ({ headers: { host = '', origin } }) => {
    if (origin !== undefined && origin !== authUrl && URL.parse(origin)?.host !== host)
      throw new Refusal('forbidden', 'FOREIGN_ORIGIN')
    const name = URL.parse(`http://${host}`)?.hostname ?? ''
    if (!allowedNames.has(name) && isIP(name.replace(/^\[|\]$/g, '')) === 0)
      throw new Refusal('forbidden', 'FOREIGN_HOST')
  }
}

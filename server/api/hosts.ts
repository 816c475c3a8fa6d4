import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { refusalReason, Refusal } from '../shared/refusal.ts'
import type { Addresses } from '../infra/deps.ts'
import { isConsolePath } from './console-paths.ts'

/**
 * Where pages and API have addresses of their own, each answers at its own alone, and what the pages ask with theirs: then nothing that the open interface
 * answers shares an origin with the cookies of the pages. Null with one address for both: there is nothing to keep apart.
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
 * A page of another site that a developer has open may not play with the sandbox behind their back: not as itself, and
 * not under a name of its own that it has led to this machine (DNS rebinding), which an address written in digits never is.
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

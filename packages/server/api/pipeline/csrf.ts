import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../shared/refusal.ts'
import { constantTimeEqual, deriveKey } from '../../shared/secrets.ts'
import type { Addresses } from '../../infra/deps.ts'

/** The CSRF token of a form, derived from the secret in the browser's cookie. */
export function csrfTokens(installationKey: Buffer): (secret: string) => string {
  const key = deriveKey('csrf', installationKey)
  return (secret) => createHmac('sha256', key).update(secret).digest('base64url')
}

/** Throws 403 for a form that another site sent, or that this browser was not shown. */
export function verifyCsrf(request: FastifyRequest, token: string | null, expected: string, addresses: Addresses) {
  if (!isSameOrigin(request, addresses)) throw new Refusal('forbidden', 'CROSS_SITE_FORM')
  if (token === null || !constantTimeEqual(token, expected)) throw new Refusal('forbidden', 'CSRF_TOKEN_MISSING')
}

/**
 * Throws 403 for a request of another site to an endpoint that authenticates by cookie. A change must have the content type
 * JSON: a form cannot send it, and a page of another origin may not.
 */
export function requireSameOrigin(request: FastifyRequest, addresses: Addresses) {
  if (!isSameOrigin(request, addresses)) throw new Refusal('forbidden', 'CROSS_SITE_REQUEST')
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('forbidden', 'CONTENT_TYPE_NOT_JSON')
}

// A page with the referrer policy no-referrer sends its forms with `Origin: null`, so null alone proves nothing.
// A proxy may replace Host, so the configured address of the pages is accepted too.
function isSameOrigin({ headers }: FastifyRequest, { authUrl }: Addresses): boolean {
  const { host, origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === 'null' || origin === authUrl || URL.parse(origin)?.host === host
}

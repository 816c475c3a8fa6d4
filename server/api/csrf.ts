import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../shared/refusal.ts'
import { constantTimeEqual, deriveKey } from '../shared/secrets.ts'
import type { Addresses } from '../infra/deps.ts'

/** The token that forms carry: it fits one browser (the secret of its cookie) and no other. */
export function csrfTokens(programKey: Buffer): (secret: string) => string {
  const key = deriveKey('csrf', programKey)
  return (secret) => createHmac('sha256', key).update(secret).digest('base64url')
}

/** Refuses a form that another site sent, or that was not shown in this browser. */
export function verifyCsrf(request: FastifyRequest, token: string | null, expected: string, addresses: Addresses) {
  if (!isSameOrigin(request, addresses)) throw new Refusal('forbidden', 'CROSS_SITE_FORM')
  if (token === null || !constantTimeEqual(token, expected)) throw new Refusal('forbidden', 'CSRF_TOKEN_MISSING')
}

/**
 * Refuses what another site asks of the operations that go by the cookie. A change must say that it is JSON, which no form
 * can and no page of another origin may.
 */
export function requireSameOrigin(request: FastifyRequest, addresses: Addresses) {
  if (!isSameOrigin(request, addresses)) throw new Refusal('forbidden', 'CROSS_SITE_REQUEST')
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('forbidden', 'CONTENT_TYPE_NOT_JSON')
}

// A page with the policy no-referrer sends its forms with `Origin: null`, so that alone is no sign of another site.
// Behind a proxy that passes no Host on, the pages are known by the address that the settings say.
function isSameOrigin({ headers, host }: FastifyRequest, { authUrl }: Addresses): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === 'null' || origin === authUrl || URL.parse(origin)?.host === host
}

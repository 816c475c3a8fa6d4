import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { overlayKinds } from '@onair/contract'
import type { FastifyInstance } from 'fastify'
import type { Addresses, Deps } from '../infra/deps.ts'
import { pageCookies } from './pages/cookies.ts'
import { languageOf } from './pages/language.ts'
import { queryOf, securityHeaders } from './pages/serve-pages.ts'

const fileUrl = new URL('../../console/dist/overlay.html', import.meta.url)

/**
 * Serves the page of each overlay. Its URL holds the token, so the page sends no referrer and is not stored; the studio may
 * show it in a frame.
 */
export async function serveOverlayPages(
  server: FastifyInstance,
  { addresses }: Pick<Deps, 'addresses'>,
): Promise<void> {
  if (!existsSync(fileUrl)) return
  const { authUrl, baseUrl } = addresses
  const cookies = pageCookies(authUrl)
  const template = await readFile(fileUrl, 'utf8')
  const page = template.replace('__API__', authUrl === baseUrl ? '' : new URL(baseUrl).origin)
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(addresses),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
  }
  for (const kind of overlayKinds)
    server.get(`/overlay/${kind}`, { config: { isFile: true } }, (request, reply) => {
      const { cookie, 'accept-language': header } = request.headers
      const { language } = languageOf(queryOf(request), cookies.read(cookie).language, header)
      return reply
        .headers(headers)
        .type('text/html; charset=utf-8')
        .send(page.replace('__LANGUAGE__', language).replaceAll(' nonce="__NONCE__"', ''))
    })
}

/** Images are badges, emoticons and pictures of alerts of the API, media are sounds of alerts. */
function contentSecurityPolicy({ baseUrl, socketUrl }: Addresses): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' ${baseUrl}`,
    `media-src 'self' ${baseUrl}`,
    `connect-src 'self' ${baseUrl} ${socketUrl} ${socketUrl.replace(/^http/, 'ws')}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join('; ')
}

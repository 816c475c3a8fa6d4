import type { FastifyInstance } from 'fastify'
import { contactUrl, languages } from '@onair/contract'
import type { Platform } from '../services.ts'
import { Refusal } from '../shared/refusal.ts'
import type { ApiExtension } from './extension.ts'
import { iconPath } from './pages/layout.ts'

/** How long a statement of `security.txt` is valid. RFC 9116, 2.5.5, recommends less than a year. */
const contactValidMs = 180 * 86_400_000
/** A change of the settings shows within this time. */
const cacheSec = 300

/** Serves the files that browsers and robots look for at fixed paths, and the colours of the site. */
export function serveSiteFiles(
  server: FastifyInstance,
  extension: ApiExtension | null,
  { addresses, clock, site }: Pick<Platform, 'addresses' | 'clock' | 'site'>,
): void {
  const headers = { 'cache-control': `public, max-age=${cacheSec}`, 'x-content-type-options': 'nosniff' }
  const immutable = { ...headers, 'cache-control': 'public, max-age=31536000, immutable' }

  // RFC 9309.
  server.get('/robots.txt', { config }, async (_request, reply) => {
    const { isIndexed } = await site.shown()
    const hidden = extension === null && isIndexed ? hiddenFromRobots : ['/']
    const text = ['User-agent: *', ...hidden.map((path) => `Disallow: ${path}`), ''].join('\n')
    return reply.headers(headers).type('text/plain; charset=utf-8').send(text)
  })

  server.get('/favicon.ico', { config }, async (_request, reply) =>
    reply.headers(headers).redirect(iconPath((await site.shown()).logoId), 302),
  )

  // https://www.w3.org/TR/appmanifest/
  server.get('/manifest.webmanifest', { config }, async (_request, reply) => {
    const { accent, logoId, name } = await site.shown()
    const manifest = {
      name,
      short_name: name,
      start_url: '/',
      display: 'standalone',
      icons: [{ src: iconPath(logoId), sizes: 'any' }],
      ...(accent !== '' && { theme_color: accent }),
    }
    return reply.headers(headers).type('application/manifest+json').send(JSON.stringify(manifest))
  })

  // RFC 9116. It needs a contact.
  server.get('/.well-known/security.txt', { config }, async (_request, reply) => {
    const { contact } = await site.shown()
    if (contact === '') throw new Refusal('notFound', 'NO_SUCH_PATH')
    const lines = [
      `Contact: ${contactUrl(contact)}`,
      `Expires: ${new Date(clock.now() + contactValidMs).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${addresses.authUrl}/.well-known/security.txt`,
      '',
    ]
    return reply.headers(headers).type('text/plain; charset=utf-8').send(lines.join('\n'))
  })

  server.get<{ Params: { file: string } }>('/assets/accent/:file', { config }, async ({ params }, reply) => {
    const [, colour] = /^([0-9a-f]{6})\.css$/.exec(params.file) ?? []
    if (colour === undefined) throw new Refusal('notFound', 'NO_SUCH_PATH')
    return reply
      .headers(immutable)
      .type('text/css; charset=utf-8')
      .send(accentStyle(`#${colour}`))
  })
}

const config = { isFile: true }

/** Pages of one person, of developers and of operators. */
const hiddenFromRobots = ['/account', '/admin', '/connections', '/console', '/sign-', '/studio']

/** Colours of the hue of an accent, with a lightness at which text on them, and they on their background, are legible. */
function accentStyle(accent: string): string {
  const shade = (light: string, dark: string) =>
    `light-dark(oklch(from ${accent} ${light}), oklch(from ${accent} ${dark}))`
  const link = shade('min(l, 0.48) c h', 'max(l, 0.8) min(c, 0.13) h')
  return `:root {
  --color-action: ${link};
  --color-action-hover: ${shade('min(l, 0.4) c h', 'max(l, 0.86) min(c, 0.1) h')};
  --color-action-background: ${shade('0.96 min(c, 0.02) h', '0.27 min(c, 0.04) h')};
  --color-link: ${link};
  --color-focus: ${shade('min(l, 0.55) c h', 'max(l, 0.7) c h')};
}
`
}

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteBrand } from '@onair/contract'
import { escapeHtml } from '../shared/escape-html.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Platform } from '../services.ts'
import { consoleRoots, embedPath, handlePath, isChatWindowPath } from './console-paths.ts'
import type { ApiExtension } from './extension.ts'
import { requestedPath } from './pipeline/route-path.ts'
import { pageCookies } from './pages/cookies.ts'
import { renderHtml } from './pages/html.ts'
import { languageOf } from './pages/language.ts'
import { identityTags, siteBanner, siteFooter, siteHeader, type Place } from './pages/layout.ts'
import { linkTags } from './pages/link-preview-html.ts'
import { locales } from './pages/locales.ts'
import { consoleBaseStyles } from './pages/style-sheet.ts'
import { themeOf } from './pages/theme.ts'
import { permissionsPolicy, pictureSources, securityHeaders, queryOf } from './pages/serve-pages.ts'

const distUrl = new URL('../../console/dist/', import.meta.url)
const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Whether the pages of the console are built. An install without scripts does not build them. */
export function isConsoleBuilt(): boolean {
  return existsSync(new URL('index.html', distUrl))
}

/**
 * Serves the built console: its files under hashed names, cached forever, and its one HTML page at every other path of the
 * console.
 */
export async function serveConsole(
  server: FastifyInstance,
  extension: ApiExtension | null,
  deps: Pick<Platform, 'addresses' | 'clock' | 'config' | 'db' | 'log' | 'mediaOrigins' | 'random' | 'site'>,
): Promise<void> {
  if (!isConsoleBuilt()) return
  const { addresses, clock, random } = deps
  const cookies = pageCookies(addresses.authUrl)
  await serveFiles(server)
  const template = await readFile(new URL('index.html', distUrl), 'utf8')
  const { authUrl, baseUrl } = addresses
  // The console cannot call the API at another origin, and shows its address instead.
  const api = authUrl === baseUrl ? '' : new URL(baseUrl).href
  const page = template
    .replace('__API__', api)
    .replace('__QUOTAS__', `${deps.config.quotaPerApp} ${deps.config.quotaPerToken}`)
    .replace('<!-- The base styles come here. -->', `<style nonce="__NONCE__">${consoleBaseStyles}</style>`)

  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = requestedPath(request)
    if (/^\/console\/(v1|assets)(\/|$)/.test(path)) throw new Refusal('notFound', 'NO_SUCH_PATH')
    const { cookie, 'accept-language': header } = request.headers
    const stored = cookies.read(cookie)
    const { language, isExplicit } = languageOf(queryOf(request), stored.language, header)
    if (isExplicit) void reply.header('set-cookie', cookies.language(language))
    const { theme } = themeOf(queryOf(request), stored.theme)
    const nonce = random.bytes(16).toString('base64url')
    const isEmbedded = path.startsWith('/embed/')
    const isAlone = isEmbedded || isChatWindowPath(path)
    void reply
      .headers(isEmbedded ? embeddedHeaders : securityHeaders)
      .header('permissions-policy', permissionsPolicy(placeOf(path) === 'studio' ? captureFeatures : []))
      // A page of another origin that opened this one gets no handle on its window.
      .header('cross-origin-opener-policy', 'same-origin')
      .header(
        'content-security-policy',
        contentSecurityPolicy(nonce, await deps.mediaOrigins.shown(), isEmbedded, deps),
      )
      .type('text/html; charset=utf-8')
    const place = placeOf(path)
    const strings = locales[language]
    const isSandbox = extension !== null
    const mode = isSandbox ? (extension.hasAccess(request) ? 'sandbox' : 'locked-sandbox') : 'production'
    const site = await deps.site.shown()
    const brand: SiteBrand = { name: site.name, logoId: site.logoId }
    const context = { language, strings, currentPath: null, isSandbox, site, theme, visitor: undefined }
    const tags = renderHtml(await linkTags(path, language, site.name, deps))
    return reply.send(
      page
        .replace('__PLACE__', place ?? '')
        .replace('__MODE__', mode)
        .replace('__NOW__', String(clock.now()))
        .replace('__LANGUAGE__', language)
        .replace('__THEME__', theme)
        .replaceAll('__NONCE__', nonce)
        // The last, because they have texts of people.
        .replace('__SITE__', () => escapeHtml(JSON.stringify(brand)))
        .replace('<!-- The icon and the colours of the site come here. -->', () => renderHtml(identityTags(site)))
        .replace('<!-- The banner of the site comes here. -->', () => (isAlone ? '' : renderHtml(siteBanner(site))))
        .replace('<!-- The header of the site comes here. -->', () =>
          isAlone ? '' : renderHtml(siteHeader(context, place)),
        )
        .replace('<!-- The footer of the site comes here. -->', () => (isAlone ? '' : renderHtml(siteFooter(context))))
        .replace('<title>Onair</title>', () => tags),
    )
  }
  server.get(handlePath, { config }, servePage)
  server.get(embedPath, { config }, servePage)
  for (const root of consoleRoots) {
    server.get(root, { config }, servePage)
    server.get(`${root}/*`, { config }, servePage)
  }
}

const { 'x-frame-options': _noFrames, ...embeddedHeaders } = securityHeaders

/** The place whose link in the header is the current one. */
function placeOf(path: string): Place | undefined {
  if (path.startsWith('/@')) return 'watch'
  const [, root] = /^\/(\w+)/.exec(path) ?? []
  if (root === 'console' || root === 'reference') return 'developers'
  return root === 'live' || root === 'watch' || root === 'studio' ? root : undefined
}

/** A streamer broadcasts from the pages of the studio. */
const captureFeatures = ['camera', 'display-capture', 'microphone']

/** The page of the console is a file too: it knows no visitor. */
const config = { isFile: true }

type File = { bytes: Buffer; gzipped: Buffer }
/** The files by name. Each file is read and compressed once in a process. */
const files = new Map<string, Promise<File>>()

/** Serves the files that exist at the start. No file name is taken from a request. */
async function serveFiles(server: FastifyInstance): Promise<void> {
  const names = new Set(await readdir(new URL('assets/', distUrl)))
  server.get<{ Params: { name: string } }>('/console/assets/:name', { config }, async (request, reply) => {
    const { name } = request.params
    if (!names.has(name)) throw new Refusal('notFound', 'NO_SUCH_PATH')
    const { bytes, gzipped } = await loadFile(name)
    void reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    const isGzipAccepted = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    return isGzipAccepted ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(bytes)
  })
}

/** A failed read is not cached. */
function loadFile(name: string): Promise<File> {
  let file = files.get(name)
  if (file === undefined) {
    file = readAndCompress(new URL(`assets/${name}`, distUrl))
    file.catch(() => files.delete(name))
    files.set(name, file)
  }
  return file
}

async function readAndCompress(file: URL) {
  const bytes = await readFile(file)
  return { bytes, gzipped: await promisify(gzip)(bytes) }
}

/**
 * Allows scripts of the console, styles of the console and those with the nonce of this response, images and sockets of the
 * API, images of ONAIR_THUMBNAIL_URL, and media of the processes of this platform or of the operator's media server. Forbids framing, but for the embedded player.
 */
function contentSecurityPolicy(
  nonce: string,
  mediaOrigins: readonly string[],
  isEmbedded: boolean,
  { addresses, config }: Pick<Platform, 'addresses' | 'config'>,
): string {
  const media = mediaOrigins.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // The previews of the overlays in the studio.
    "frame-src 'self'",
    `img-src ${pictureSources(addresses, config)}`,
    `connect-src 'self' ${addresses.socketUrl.replace(/^http/, 'ws')} ${media}`,
    // The player passes the video on as a blob, and a browser without Media Source Extensions loads it itself. The API
    // serves the sounds of alerts.
    `media-src ${[...new Set([...mediaOrigins, addresses.baseUrl])].join(' ')} blob:`,
    "form-action 'self'",
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`,
    "base-uri 'none'",
    "manifest-src 'self'",
  ].join('; ')
}

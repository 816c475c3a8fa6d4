import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import type { Addresses, World } from '../world/world.ts'
import { consoleRoots } from './console-paths.ts'
import { pageCookies } from './page-cookies.ts'
import { languageOf } from './page-language.ts'
import { guards, queryOf } from './pages.ts'

const built = new URL('../../console/dist/', import.meta.url)
const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }

/**
 * Serves the console as it was built: its files for good under their hashed names, and its one page at every other path of
 * its own, where the page's script finds out what to show.
 */
export async function serveConsole(
  server: FastifyInstance,
  { addresses, config, random }: Pick<World, 'addresses' | 'config' | 'random'>,
): Promise<void> {
  if (!existsSync(built)) return
  const cookies = pageCookies(addresses.authUrl)
  for (const name of await readdir(new URL('assets/', built))) serveFile(server, name)
  const whole = await readFile(new URL('index.html', built), 'utf8')
  const { authUrl, baseUrl } = addresses
  // Where the API has an address of its own, the pages cannot reach it, and say so.
  const api = authUrl === baseUrl ? '' : new URL(baseUrl).href
  const page = whole.replace('__MODE__', config.mode).replace('__API__', api)

  const show = (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/console\/(v1|assets)(\/|\?|$)/.test(request.url)) throw new Refusal('notFound', 'NO_SUCH_PATH')
    const { language, chosen } = languageOf(request, queryOf(request), cookies)
    if (chosen) void reply.header('set-cookie', cookies.language(language))
    const nonce = random.bytes(16).toString('base64url')
    void reply
      .headers(guards)
      .header('content-security-policy', policy(nonce, addresses, config.playbackUrl))
      .type('text/html; charset=utf-8')
    return reply.send(page.replace('__LANGUAGE__', language).replaceAll('__NONCE__', nonce))
  }
  for (const root of consoleRoots) {
    server.get(root, show)
    server.get(`${root}/*`, show)
  }
}

/** Each file is read and compressed when it is first asked for, and never again; one that could not be read is tried again. */
function serveFile(server: FastifyInstance, name: string) {
  let read: Promise<{ bytes: Buffer; small: Buffer }> | null = null
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': `${types[extname(name)] ?? 'application/octet-stream'}; charset=utf-8`,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  }
  server.get(`/console/assets/${name}`, async ({ headers: { 'accept-encoding': accepted = '' } }, reply) => {
    read ??= readBoth(new URL(`assets/${name}`, built)).catch((error: unknown) => {
      read = null
      throw error
    })
    const { bytes, small } = await read
    void reply.headers(headers)
    return /\bgzip\b/.test(accepted) ? reply.header('content-encoding', 'gzip').send(small) : reply.send(bytes)
  })
}

async function readBoth(file: URL) {
  const bytes = await readFile(file)
  return { bytes, small: await promisify(gzip)(bytes) }
}

/**
 * Our own scripts alone; our own styles, and those that a script of ours makes with the nonce of this answer; pictures of
 * the API, and the sockets; the broadcasts where the operator's media server has them; in nobody's frame.
 */
function policy(nonce: string, { baseUrl, socketUrl }: Addresses, playback: string | null): string {
  const media = playback === null ? null : new URL(playback).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${baseUrl}`,
    ['connect-src', "'self'", socketUrl.replace(/^http/, 'ws'), ...(media === null ? [] : [media])].join(' '),
    // The player of browsers that play no HLS themselves hands the picture over as a blob.
    ...(media === null ? [] : [`media-src ${media} blob:`]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

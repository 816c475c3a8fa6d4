import type { FastifyInstance, FastifyReply } from 'fastify'
import { findHandle } from '../features/profiles/handle.ts'
import { loadChannelFeed } from '../features/watch/channel-feed.ts'
import type { Platform } from '../services.ts'
import { escapeHtml } from '../shared/escape-html.ts'
import { Refusal } from '../shared/refusal.ts'
import { handlePath } from './console-paths.ts'

type FeedDeps = Pick<Platform, 'addresses' | 'clock' | 'db' | 'site'>

/** Serves the Atom feed of a channel (RFC 4287): starts of broadcasts and recordings, for programs that look from time to time. */
export function serveFeeds(server: FastifyInstance, deps: FeedDeps): void {
  const send = async (channelId: string | null, reply: FastifyReply) => {
    const feed = channelId === null ? null : await feedOf(channelId, deps)
    if (feed === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    return reply.headers(headers).send(feed)
  }
  server.get<{ Params: { channelId: string } }>('/watch/:channelId/feed', { config }, ({ params }, reply) =>
    send(/^[0-9a-f]{32}$/.test(params.channelId) ? params.channelId : null, reply),
  )
  server.get<{ Params: { handle: string } }>(`${handlePath}/feed`, { config }, async ({ params }, reply) =>
    send(/^\w{3,20}$/.test(params.handle) ? await findHandle(params.handle, deps) : null, reply),
  )
}

async function feedOf(channelId: string, deps: FeedDeps): Promise<string | null> {
  const found = await loadChannelFeed(channelId, deps)
  if (found === null) return null
  const { authUrl } = deps.addresses
  const { channelName, handle, introduction, createdAt, entries } = found
  const { name: siteName } = await deps.site.shown()
  const page = `${authUrl}/watch/${channelId}`
  const shown = handle === null ? page : `${authUrl}/@${handle}`
  const author = `<author><name>${textOf(channelName)}</name></author>`
  const items = entries.map(({ kind, id, title, at }) => {
    const link = kind === 'live' ? shown : `${page}/replays/${id}`
    const heading = `${kind === 'live' ? '🔴' : '▶'} ${title ?? channelName}`
    return `<entry><id>${page}#${kind}-${id}</id><title>${textOf(heading)}</title><link href="${link}"/>
<updated>${dateOf(at)}</updated><category term="${kind}"/></entry>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${page}</id><title>${textOf(`${channelName} · ${siteName}`)}</title><subtitle>${textOf(introduction)}</subtitle>
<link href="${shown}"/><link rel="self" href="${page}/feed"/>
<updated>${dateOf(entries[0]?.at ?? createdAt)}</updated>${author}
${items.join('\n')}
</feed>
`
}

/** XML 1.0 has no characters for controls. */
function textOf(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''))
}

const dateOf = (at: number) => new Date(at).toISOString()

const config = { isFile: true }

const headers = {
  'cache-control': 'public, max-age=60',
  'content-security-policy': "default-src 'none'",
  'content-type': 'application/atom+xml; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

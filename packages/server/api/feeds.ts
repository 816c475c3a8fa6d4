import type { FastifyInstance, FastifyReply } from 'fastify'
import { findHandle } from '../features/profiles/handle.ts'
import { loadChannelCalendar, loadChannelFeed } from '../features/watch/channel-feed.ts'
import type { Platform } from '../services.ts'
import { escapeHtml } from '../shared/escape-html.ts'
import { Refusal } from '../shared/refusal.ts'
import { watchPathOf } from '../shared/watch/watch-path.ts'
import { handlePath } from './console-paths.ts'

type FeedDeps = Pick<Platform, 'addresses' | 'clock' | 'db' | 'site'>

/**
 * Serves the Atom feed of a channel (RFC 4287), starts of broadcasts and recordings, for programs that look from time to time,
 * and its schedule for calendars (RFC 5545).
 */
export function serveFeeds(server: FastifyInstance, deps: FeedDeps): void {
  const files = [
    ['feed', feedOf, 'application/atom+xml; charset=utf-8'],
    ['schedule.ics', calendarOf, 'text/calendar; charset=utf-8'],
  ] as const
  for (const [name, load, type] of files) {
    const send = async (channelId: string | null, reply: FastifyReply) => {
      const file = channelId === null ? null : await load(channelId, deps)
      if (file === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
      return reply.headers({ ...headers, 'content-type': type }).send(file)
    }
    server.get<{ Params: { channelId: string } }>(`/watch/:channelId/${name}`, { config }, ({ params }, reply) =>
      send(/^[0-9a-f]{32}$/.test(params.channelId) ? params.channelId : null, reply),
    )
    server.get<{ Params: { handle: string } }>(`${handlePath}/${name}`, { config }, async ({ params }, reply) =>
      send(/^\w{3,20}$/.test(params.handle) ? await findHandle(params.handle, deps) : null, reply),
    )
  }
}

async function feedOf(channelId: string, deps: FeedDeps): Promise<string | null> {
  const found = await loadChannelFeed(channelId, deps)
  if (found === null) return null
  const { authUrl } = deps.addresses
  const { channelName, handle, introduction, createdAt, entries } = found
  const { name: siteName } = await deps.site.shown()
  const page = `${authUrl}/watch/${channelId}`
  const shown = authUrl + watchPathOf({ channelId, handle })
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

/** Every broadcast is an event of its own, in UTC: a calendar need not know the time zone. */
async function calendarOf(channelId: string, deps: FeedDeps): Promise<string | null> {
  const found = await loadChannelCalendar(channelId, deps)
  if (found === null) return null
  const { channelName, handle, occurrences } = found
  const { authUrl } = deps.addresses
  const page = authUrl + watchPathOf({ channelId, handle })
  const events = occurrences.flatMap(({ scheduleId, day, startsDate, endsDate, title, isCancelled }) => [
    'BEGIN:VEVENT',
    `UID:${scheduleId}-${day}@${new URL(authUrl).host}`,
    `DTSTAMP:${calendarDate(dateOf(deps.clock.now()))}`,
    `DTSTART:${calendarDate(startsDate)}`,
    ...(endsDate === null ? [] : [`DTEND:${calendarDate(endsDate)}`]),
    `SUMMARY:${calendarText(`${channelName}: ${title}`)}`,
    `URL:${page}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Onair//Schedule//EN',
    `NAME:${calendarText(channelName)}`,
    `X-WR-CALNAME:${calendarText(channelName)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const calendarDate = (date: string) => `${date.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

function calendarText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\p{Cc}+/gu, ' ')
}

/** RFC 5545, 3.1: a line has at most 75 bytes, and goes on in the next one after a space. */
function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
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
  'x-content-type-options': 'nosniff',
}

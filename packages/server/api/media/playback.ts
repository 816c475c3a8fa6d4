import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LiveVideo } from '../../features/video/live-video.ts'
import type { Rendition } from '../../features/video/rendition.ts'
import { playbackIdIn } from '../../shared/watch/playback-address.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import type { Platform } from '../../services.ts'
import { requireQuota, type QuotaCheck } from '../limits/quota.ts'

type FileQuota = (ip: string, now: number) => ReturnType<QuotaCheck>
type Find = (request: FastifyRequest<{ Params: { playbackId: string } }>) => Promise<LiveVideo>
type FileRequest = FastifyRequest<{
  Params: { playbackId: string; rendition: string; file: string }
  Querystring: { _HLS_msn?: unknown; _HLS_part?: unknown }
}>

const playlistType = 'application/vnd.apple.mpegurl'
const mediaType = 'video/mp4'
/** A segment never changes, and nobody needs it for longer. */
const forSegments = 'public, max-age=60, immutable'
const forPlaylists = 'public, max-age=1'
/** The URL of a blocking request names the part, so that its answer does not change. */
const forBlocking = 'public, max-age=6'
/** How far a player may wait ahead. */
const maxAhead = 2

/**
 * Serves the playlists and segments of lives to players of any origin: from memory, without the database. The playback id is
 * all that they need, or where not everyone may watch what stands for it for some minutes, so only requests with an unknown
 * one are counted.
 */
export function servePlayback(
  server: FastifyInstance,
  { videos, ...deps }: Pick<Deps, 'clock' | 'installationKey'> & Pick<Platform, 'videos'>,
  fileQuota: FileQuota,
): void {
  const find: Find = async ({ params: { playbackId }, ip }) => {
    const address = playbackIdIn(playbackId, deps)
    const video = address && videos.findVideo(address.playbackId)
    video?.onRequest?.()
    if (video !== null) return video
    requireQuota(await fileQuota(ip, deps.clock.now()))
    throw new Refusal('notFound', 'NO_SUCH_PATH')
  }
  const config = { isUncounted: true, isFrequent: true, hasNoTimeout: true }
  server.get<{ Params: { playbackId: string } }>(
    '/media/v1/:playbackId/master.m3u8',
    { config, onRequest: allowEmbedding },
    async (request, reply) => {
      const video = await find(request)
      if (!video.isPlayable) throw notYet()
      return reply.headers({ 'content-type': playlistType, 'cache-control': forPlaylists }).send(video.master())
    },
  )
  server.get<{ Params: { playbackId: string } }>(
    '/media/v1/:playbackId/still.mp4',
    { config, onRequest: allowEmbedding },
    async (request, reply) => {
      const still = (await find(request)).renditions[0]?.still() ?? null
      if (still === null) throw notYet()
      return reply.headers({ 'content-type': mediaType, 'cache-control': forPlaylists }).send(still)
    },
  )
  server.get<FileRequest extends FastifyRequest<infer R> ? R : never>(
    '/media/v1/:playbackId/:rendition/:file',
    { config, onRequest: allowEmbedding },
    async (request, reply) => sendFile(await find(request), request, reply),
  )
}

/** Pages of any origin may embed the video, also those that isolate themselves from others. */
export function allowEmbedding(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  void reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  done()
}

async function sendFile(video: LiveVideo, request: FileRequest, reply: FastifyReply) {
  const { rendition: index, file } = request.params
  const rendition = /^\d$/.test(index) ? video.renditions[Number(index)] : undefined
  if (rendition === undefined) throw notFound()
  if (file === 'index.m3u8') return sendPlaylist(video, rendition, request, reply)
  const [, init] = /^init-(\d{1,9})\.mp4$/.exec(file) ?? []
  const [, sequence, part] = /^(\d{1,9})(?:\.(\d{1,4}))?\.m4s$/.exec(file) ?? []
  const data =
    init !== undefined
      ? rendition.window.findInit(Number(init))
      : sequence === undefined
        ? null
        : await findMedia(video, rendition, Number(sequence), part === undefined ? null : Number(part))
  if (data === null) throw notFound()
  return sendUnlessCached(request, reply.headers({ 'content-type': mediaType, 'cache-control': forSegments }), {
    tag: file,
    content: data,
  })
}

/** A segment or one of its parts. The part that the playlist announces is waited for. */
async function findMedia(video: LiveVideo, rendition: Rendition, sequence: number, part: number | null) {
  const { edge } = rendition
  if (part !== null && sequence === edge.sequence && part === edge.parts && !rendition.isEnded)
    await video.waitFor(rendition, sequence, part)
  const segment = rendition.findSegment(sequence)
  if (segment === null) return null
  video.health.requested(rendition.playableUntil - segment.start)
  return part === null ? segment.data : (segment.parts[part]?.data ?? null)
}

async function sendPlaylist(video: LiveVideo, rendition: Rendition, request: FileRequest, reply: FastifyReply) {
  if (!rendition.isPlayable) throw notYet()
  const { _HLS_msn: msn, _HLS_part: part } = request.query
  const isBlocking = msn !== undefined || part !== undefined
  if (isBlocking) {
    const [sequence, index] = [parseNumber(msn, '_HLS_msn'), part === undefined ? null : parseNumber(part, '_HLS_part')]
    if (sequence > rendition.edge.sequence + maxAhead) throw invalid('_HLS_msn')
    if (!(await video.waitFor(rendition, sequence, index)))
      throw new Refusal('unavailable', 'PLAYLIST_NOT_CONTINUED', { retryAfterSec: 1 })
  }
  const { sequence, parts } = rendition.edge
  return sendUnlessCached(
    request,
    reply.headers({ 'content-type': playlistType, 'cache-control': isBlocking ? forBlocking : forPlaylists }),
    { tag: `${sequence}.${parts}${rendition.isEnded ? '.end' : ''}`, content: rendition.playlist() },
  )
}

function sendUnlessCached(
  request: FileRequest,
  reply: FastifyReply,
  { tag, content }: { tag: string; content: Buffer | string },
) {
  void reply.header('etag', `"${tag}"`)
  return request.headers['if-none-match'] === `"${tag}"` ? reply.code(304).send() : reply.send(content)
}

function parseNumber(value: unknown, name: string): number {
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) throw invalid(name)
  return Number(value)
}

function invalid(name: string): Refusal {
  return new Refusal('badInput', errorReason('UNREADABLE_REQUEST', { problem: `invalid ${name}` }))
}

/** A player that comes too early tries again: an empty playlist would end it. */
function notYet(): Refusal {
  return new Refusal('notFound', 'NOTHING_TO_PLAY_YET', { retryAfterSec: 1 })
}

function notFound(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_PATH')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Players call the route several times in a second: calls that succeed are not logged. */
    isFrequent?: boolean
  }
}

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mediaFileOf } from '../../features/video/recordings/recording-file.ts'
import { findPlayable } from '../../features/video/recordings/recording-store.ts'
import { renderReplay } from '../../features/video/recordings/replay-playlist.ts'
import type { ByteRange } from '../../infra/files/media-folder.ts'
import type { Deps } from '../../infra/deps.ts'
import { isUuid } from '../../shared/ids.ts'
import { playbackIdIn } from '../../shared/watch/playback-address.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Platform } from '../../services.ts'
import { requireQuota, type QuotaCheck } from '../limits/quota.ts'
import { allowEmbedding } from './playback.ts'

type FileQuota = (ip: string, now: number) => ReturnType<QuotaCheck>
type ReplayRequest = FastifyRequest<{ Params: { playbackId: string } }>

/** A deleted recording is soon gone from the caches of viewers. */
const forReplays = 'public, max-age=60'
const file = 'video.mp4'

/**
 * Serves recordings and clips to players of any origin: the playlist of a recording, and byte ranges of the file. The database is asked each time, so
 * that a deleted recording or a suspended channel is gone at once.
 */
export function serveReplays(
  server: FastifyInstance,
  { recordings, ...deps }: Pick<Deps, 'clock' | 'db' | 'installationKey'> & Pick<Platform, 'recordings'>,
  fileQuota: FileQuota,
): void {
  async function find({ params: { playbackId }, ip }: ReplayRequest): Promise<string> {
    const address = playbackIdIn(playbackId, deps)
    const id = address !== null && isUuid(address.playbackId) ? await findPlayable(deps.db.read, address) : null
    if (id !== null) return id
    requireQuota(await fileQuota(ip, deps.clock.now()))
    throw notFound()
  }
  const options = {
    config: { isUncounted: true, isFrequent: true, hasNoTimeout: true },
    onRequest: allowEmbedding,
  }

  server.get<{ Params: { playbackId: string } }>(
    '/media/v1/recordings/:playbackId/index.m3u8',
    options,
    async (request, reply) => {
      const entries = await recordings.readIndex(await find(request))
      if (entries === null || entries.length === 0) throw notFound()
      return reply
        .headers({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': forReplays })
        .send(renderReplay(entries, file))
    },
  )

  server.get<{ Params: { playbackId: string }; Querystring: { download?: unknown } }>(
    `/media/v1/recordings/:playbackId/${file}`,
    options,
    async (request, reply) => {
      const id = await find(request)
      const bytes = await recordings.sizeOf(id)
      if (bytes === null || bytes === 0) throw notFound()
      void reply.headers({ 'content-type': 'video/mp4', 'cache-control': forReplays, 'accept-ranges': 'bytes' })
      void reply.header('etag', `"${mediaFileOf(id)}"`)
      if (request.query.download !== undefined)
        void reply.header('content-disposition', `attachment; filename="${file}"`)
      return sendRange(request, reply, bytes, (range) => recordings.open(id, range))
    },
  )
}

/** RFC 9110, 14: one range; a header with several or with another unit is ignored. */
async function sendRange(
  request: ReplayRequest,
  reply: FastifyReply,
  bytes: number,
  open: (range: ByteRange) => Promise<Readable | null>,
) {
  const range = parseRange(request.headers.range, bytes)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  const content = request.method === 'HEAD' ? null : await open({ start, end })
  if (content === null && request.method !== 'HEAD') throw notFound()
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  void reply.header('content-length', end - start + 1)
  return reply.send(content ?? undefined)
}

function parseRange(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (start >= bytes) return 'unsatisfiable'
  return start > end ? null : { start, end }
}

function notFound(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_PATH')
}

import { limits } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { putLivePicture } from '../../features/lives/put-pictures.ts'
import type { ReceivedLive } from '../../features/video/received-live.ts'
import { hintCodeOf } from '../../features/video/stream-problems.ts'
import { Upload } from '../../features/video/uploads.ts'
import type { Deps } from '../../infra/deps.ts'
import type { Platform } from '../../services.ts'
import { requireQuota, type QuotaCheck } from '../limits/quota.ts'

type FileQuota = (ip: string, now: number) => ReturnType<QuotaCheck>

/**
 * Takes the batches of pages, and pictures of what they show. It has routes of its own, because a batch is no JSON, and comes with a token of its live
 * instead of a cookie. The token and the rate are checked before the body is read.
 */
export function serveUploads(
  server: FastifyInstance,
  {
    clock,
    config: { videoMaxKbps },
    db,
    random,
    videos,
  }: Pick<Deps, 'clock' | 'config' | 'db' | 'random'> & Pick<Platform, 'videos'>,
  fileQuota: FileQuota,
): void {
  server.decorateRequest('upload', null)
  const config = { isUncounted: true, isFrequent: true }

  type IsAdmitted = (upload: Upload, headers: FastifyRequest['headers']) => boolean
  const admitIf = (isAdmitted: IsAdmitted) => async (request: FastifyRequest, reply: FastifyReply) => {
    const [, token = ''] = /^Bearer ([\w-]{1,100})$/.exec(request.headers.authorization ?? '') ?? []
    const found = videos.uploads.find(token)
    if (found === null) requireQuota(await fileQuota(request.ip, clock.now()))
    if (found === null) void refuse(reply, 401, 'UNKNOWN_UPLOAD')
    else if (!(found instanceof Upload)) void refuse(reply, 410, found === 'TAKEN_OVER' ? 'UPLOAD_TAKEN_OVER' : found)
    else if (!isAdmitted(found, request.headers)) void refuse(reply, 429, 'UPLOAD_TOO_FAST')
    else request.upload = found
  }

  function admitBatch(upload: Upload, bytes: number): boolean {
    const excess = upload.admit(bytes)
    if (excess === 'bytes')
      videos.problems.add(upload.channelId, { code: 'UPLOAD_TOO_FAST', params: { kbps: videoMaxKbps } })
    return excess === null
  }

  /** Applies what a hook makes of a batch. False: the connection is cut. */
  async function hasArrived(received: ReceivedLive, request: FastifyRequest): Promise<boolean> {
    const change = videos.changeOf(received, limits.batchMs)
    if (change?.kind === 'late') await new Promise<void>((resolve) => void clock.after(change.byMs, resolve))
    if (change?.kind === 'cut') request.raw.socket.resetAndDestroy()
    return change?.kind !== 'cut'
  }

  server.put<{ Params: { n: string }; Querystring: { gap?: unknown } }>(
    '/media/v1/upload/:n',
    {
      config,
      bodyLimit: limits.batchBytes,
      onRequest: admitIf((upload, headers) => admitBatch(upload, bytesOf(headers))),
    },
    async (request, reply) => {
      const { params, query, upload } = request
      const received = upload && videos.findReceived(upload.channelId)
      if (received !== null && !(await hasArrived(received, request))) return refuse(reply, 503, 'UNAVAILABLE')
      if (upload === null || received?.publisher !== upload) return refuse(reply, 410, 'LIVE_ENDED')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      // A body without a length was not counted before it was read.
      const isCounted = request.headers['content-length'] !== undefined
      if (!isCounted && !admitBatch(upload, body.length)) return refuse(reply, 429, 'UPLOAD_TOO_FAST')
      if (!/^\d{1,9}$/.test(params.n)) return refuse(reply, 404, 'NO_SUCH_PATH')
      const answer = upload.accept(received, { n: Number(params.n), hasGap: query.gap !== undefined, body })
      videos.added(received)
      if (answer.status === 422) videos.problems.add(upload.channelId, { code: hintCodeOf(answer.reason), params: {} })
      const { status, ...content } = answer
      return reply.code(status).send({ code: status, message: null, ...content })
    },
  )

  server.put(
    '/media/v1/upload/picture',
    { config, bodyLimit: limits.livePictureBytes, onRequest: admitIf((upload) => upload.admitPicture()) },
    async ({ body, upload }, reply) => {
      if (upload === null) return refuse(reply, 410, 'LIVE_ENDED')
      const picture = { channelId: upload.channelId, bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
      return (await putLivePicture(picture, { db, random })) === null
        ? reply.code(204).send()
        : refuse(reply, 422, 'INVALID_PICTURE')
    },
  )
}

function bytesOf(headers: FastifyRequest['headers']): number {
  return Number(headers['content-length'] ?? 0)
}

/** The connection is closed, because its body may not have been read. */
function refuse(reply: FastifyReply, status: number, message: string) {
  if (status === 429) void reply.header('retry-after', 1)
  return reply.code(status).header('connection', 'close').send({ code: status, message })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload of a token that has been checked. */
    upload: Upload | null
  }
}

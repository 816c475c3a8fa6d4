import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pictureSource } from '../features/drops/picture-store.ts'
import type { Reader } from '../infra/db/db.ts'
import type { Deps } from '../infra/deps.ts'
import { livePictureSource } from '../features/lives/pictures/live-picture-store.ts'
import { thumbnailSource } from '../features/lives/thumbnail-store.ts'
import { placeholderOf } from '../features/lives/thumbnail.ts'
import { channelPictureSource } from '../features/profiles/profile-store.ts'
import { uploadSource } from '../features/uploads/upload-store.ts'
import { logoSource } from '../features/site/site-setting-store.ts'
import { isUuid } from '../shared/ids.ts'
import { Refusal } from '../shared/refusal.ts'
import { emoticons } from '../shared/chat/emoticons.ts'
import { replayPictureSource } from '../features/video/recordings/replay-picture-store.ts'
import { PictureCache } from '../shared/pictures/picture-cache.ts'
import { styleSheet } from './pages/style-sheet.ts'

/** The only files served from `packages/server/assets`. No file name is taken from a request. */
const assets = [
  { path: 'favicon.svg', type: 'image/svg+xml' },
  { path: 'back.js', type: 'text/javascript; charset=utf-8' },
  { path: 'confirmed.js', type: 'text/javascript; charset=utf-8' },
  { path: 'copy.js', type: 'text/javascript; charset=utf-8' },
  { path: 'passkey.js', type: 'text/javascript; charset=utf-8' },
  { path: 'password.js', type: 'text/javascript; charset=utf-8' },
  { path: 'push.js', type: 'text/javascript; charset=utf-8' },
  { path: 'puzzle.js', type: 'text/javascript; charset=utf-8' },
  { path: 'search.js', type: 'text/javascript; charset=utf-8' },
  { path: 'badges/streamer.png', type: 'image/png' },
  { path: 'badges/manager.png', type: 'image/png' },
  { path: 'badges/subscriber.png', type: 'image/png' },
  ...emoticons.map((id) => ({ path: `emoticons/${id}.png`, type: 'image/png' })),
]

/** Serves the style sheet of the pages, and the images that pages and chat events refer to. Overlays of any origin may use them. */
export async function serveAssets(server: FastifyInstance, deps: Pick<Deps, 'db'>): Promise<void> {
  const style = { ...headers, 'content-type': 'text/css; charset=utf-8', vary: 'Accept-Encoding' }
  server.get(`/assets/${styleSheet.path}`, { config }, ({ headers: { 'accept-encoding': accepted = '' } }, reply) => {
    void reply.headers(style)
    return /\bgzip\b/.test(accepted)
      ? reply.header('content-encoding', 'gzip').send(gzipped)
      : reply.send(styleSheet.text)
  })
  for (const { path, type } of assets) {
    const bytes = await readOnce(path)
    server.get(`/assets/${path}`, { config }, (_request, reply) =>
      reply.headers({ ...headers, 'content-type': type }).send(bytes),
    )
  }
  const pictures = new PictureCache()
  serveThumbnails(server, pictures, deps)
  serveReplayPictures(server, pictures, deps)
  serveRewardPictures(server, pictures, deps)
  serveLogo(server, pictures, deps)
  serveChannelPictures(server, pictures, deps)
  serveUploads(server, pictures, deps)
}

/** The worlds of a process share the bytes. */
const files = new Map<string, Promise<Buffer>>()

function readOnce(path: string): Promise<Buffer> {
  let file = files.get(path)
  if (file === undefined) {
    file = readFile(new URL(`../assets/${path}`, import.meta.url))
    files.set(path, file)
  }
  return file
}

/**
 * Serves the picture that a channel chose, that of the video of a live, or the placeholder of a live, under any type, also
 * the literal `{type}`. A chosen picture has a new id when it changes. Of a video, the latest is served for each version.
 */
function serveThumbnails(server: FastifyInstance, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  server.get<{ Params: { name: string } }>(
    '/assets/thumbnails/:name',
    { config },
    async ({ params: { name } }, reply) => {
      const [, thumbnailId] = /^([0-9a-f-]{36})_[^/]+$/.exec(name) ?? []
      const chosen =
        thumbnailId === undefined ? null : await pictures.find(thumbnailId, thumbnailSource(db.read, thumbnailId))
      if (chosen) return reply.headers({ ...headers, ...removable, 'content-type': chosen.type }).send(chosen.bytes)
      const [, pictureId] = /^([0-9a-f-]{36})\.\d{1,9}_[^/]+$/.exec(name) ?? []
      const shown = pictureId === undefined ? null : await findLivePicture(pictureId, pictures, db.read)
      if (shown) return reply.headers({ ...headers, ...replaced, 'content-type': shown.type }).send(shown.bytes)
      const [, liveId] = /^(\d{1,15})_[^/]+\.png$/.exec(name) ?? []
      if (liveId === undefined) throw new Refusal('notFound', 'NO_SUCH_PATH')
      return reply
        .headers({ ...headers, 'content-type': 'image/png' })
        .send(await readOnce(placeholderOf(Number(liveId))))
    },
  )
}

async function findLivePicture(pictureId: string, pictures: PictureCache, db: Reader) {
  const source = livePictureSource(db, pictureId)
  const version = await source.version()
  if (version === null) return null
  // It exists: the version was read just now.
  return pictures.find(`${pictureId}.${version}`, { exists: async () => true, load: () => source.load() })
}

/** A recording or a clip keeps its picture. */
function serveReplayPictures(server: FastifyInstance, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  server.get<{ Params: { name: string } }>('/assets/replays/:name', { config }, async ({ params: { name } }, reply) => {
    const [, id] = /^([0-9a-f-]{36})\.jpg$/.exec(name) ?? []
    const picture = id === undefined ? null : await pictures.find(id, replayPictureSource(db.read, id))
    if (picture === null) throw new Refusal('notFound', 'NO_SUCH_PATH')
    return reply.headers({ ...headers, ...removable, 'content-type': picture.type }).send(picture.bytes)
  })
}

/** The type is that of the bytes, which the upload has checked. An id is a random UUID and its picture never changes. */
function serveRewardPictures(server: FastifyInstance, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  server.get<{ Params: { pictureId: string } }>(
    '/assets/rewards/:pictureId',
    { config },
    async ({ params: { pictureId } }, reply) => {
      const picture = await pictures.find(pictureId, pictureSource(db.read, pictureId))
      if (picture === null) throw new Refusal('notFound', 'NO_SUCH_PATH')
      return reply.headers({ ...headers, 'content-type': picture.type }).send(picture.bytes)
    },
  )
}

/** The logo of the site, which gets another id when it changes. */
function serveLogo(server: FastifyInstance, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  server.get<{ Params: { logoId: string } }>('/assets/logo/:logoId', { config }, async ({ params }, reply) => {
    const { logoId } = params
    const logo = isUuid(logoId) ? await pictures.find(logoId, logoSource(db.read, logoId)) : null
    if (logo === null) throw new Refusal('notFound', 'NO_SUCH_PATH')
    return reply.headers({ ...headers, ...removable, 'content-type': logo.type }).send(logo.bytes)
  })
}

/** The picture of a channel, which has another id when it changes. */
function serveChannelPictures(server: FastifyInstance, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  server.get<{ Params: { pictureId: string } }>(
    '/assets/channels/:pictureId',
    { config },
    async ({ params: { pictureId } }, reply) => {
      const source = channelPictureSource(db.read, pictureId)
      const picture = isUuid(pictureId) ? await pictures.find(pictureId, source) : null
      if (picture === null) throw new Refusal('notFound', 'NO_SUCH_PATH')
      return reply.headers({ ...headers, ...removable, 'content-type': picture.type }).send(picture.bytes)
    },
  )
}

/** Files that a streamer uploaded. The type is that of the bytes, also of a badge, whose address names a PNG. */
function serveUploads(server: FastifyInstance, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  for (const path of ['/assets/uploads/:id', '/assets/uploads/:id/subscriber.png'])
    server.get<{ Params: { id: string } }>(path, { config }, async ({ params: { id } }, reply) => {
      const upload = isUuid(id) ? await pictures.find(id, uploadSource(db.read, id)) : null
      if (upload === null) throw new Refusal('notFound', 'NO_SUCH_PATH')
      return reply.headers({ ...headers, ...removable, 'content-type': upload.type }).send(upload.bytes)
    })
}

const config = { isFile: true }
const gzipped = gzipSync(styleSheet.text)

/** Caches forget a picture that was removed, or whose channel was suspended. */
const removable = { 'cache-control': 'public, max-age=300' }

/** The next one comes within a minute. */
const replaced = { 'cache-control': 'public, max-age=60' }

const headers = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

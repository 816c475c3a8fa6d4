import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pictureSource } from '../features/drops/picture-store.ts'
import type { Reader } from '../infra/db/db.ts'
import type { Deps } from '../infra/deps.ts'
import { livePictureSource, thumbnailSource } from '../features/lives/picture-store.ts'
import { placeholderOf } from '../features/lives/thumbnail.ts'
import { channelPictureSource } from '../features/profiles/profile-store.ts'
import { uploadSource } from '../features/uploads/upload-store.ts'
import { logoSource } from '../features/site/site-setting-store.ts'
import { isUuid } from '../shared/ids.ts'
import { Refusal } from '../shared/refusal.ts'
import { emoticons } from '../shared/chat/emoticons.ts'
import { replayPictureSource } from '../features/video/recordings/recording-store.ts'
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
  { path: 'pictures/channel.png', type: 'image/png' },
  { path: 'pictures/category.png', type: 'image/png' },
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
  const find: FindPicture = async (id, source) => (isUuid(id) ? pictures.find(id, source(deps.db.read, id)) : null)
  serveThumbnails(server, find, pictures, deps)
  for (const [path, source, caching = removable] of pictureRoutes)
    server.get<{ Params: { id: string } }>(path, { config }, async ({ params: { id } }, reply) => {
      const picture = await find(id, source)
      if (picture === null) throw new Refusal('notFound', 'NO_SUCH_PATH')
      return reply.headers({ ...headers, ...caching, 'content-type': picture.type }).send(picture.bytes)
    })
}

type PictureSource = (db: Reader, id: string) => Parameters<PictureCache['find']>[1]
type FindPicture = (id: string, source: PictureSource) => ReturnType<PictureCache['find']>

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
function serveThumbnails(server: FastifyInstance, find: FindPicture, pictures: PictureCache, { db }: Pick<Deps, 'db'>) {
  server.get<{ Params: { name: string } }>(
    '/assets/thumbnails/:name',
    { config },
    async ({ params: { name } }, reply) => {
      const [, thumbnailId = ''] = /^([0-9a-f-]{36})_[^/]+$/.exec(name) ?? []
      const chosen = await find(thumbnailId, thumbnailSource)
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

/** An id is a random UUID and never gets another picture. The type is that of the bytes, which the upload has checked. */
const pictureRoutes: readonly (readonly [path: string, source: PictureSource, caching?: Record<string, string>])[] = [
  ['/assets/replays/:id(^[0-9a-f-]+).jpg', replayPictureSource],
  ['/assets/rewards/:id', pictureSource, {}],
  ['/assets/logo/:id', logoSource],
  ['/assets/channels/:id', channelPictureSource],
  ['/assets/uploads/:id', uploadSource],
  // Clients take a badge for a PNG by its address.
  ['/assets/uploads/:id/subscriber.png', uploadSource],
]

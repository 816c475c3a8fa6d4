import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { decodePicture } from '../../shared/pictures/decode-picture.ts'
import { parsePicture } from '../../shared/pictures/picture-rules.ts'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'
import { chosenThumbnailUrl } from './thumbnail.ts'
import { deleteThumbnailRow, putThumbnailRow, putLivePictureRow } from './picture-store.ts'

/** Stores the picture of a channel's lives in place of the one before. Returns its address. */
export async function putThumbnail(
  { channelId, base64 }: { channelId: string; base64: string },
  { addresses, db, random }: Pick<Deps, 'addresses' | 'db' | 'random'>,
): Promise<string> {
  const picture = decodePicture(base64)
  const id = random.uuid()
  await db.transaction((tx) => putThumbnailRow(tx, { channel_id: channelId, id, ...picture }))
  return chosenThumbnailUrl(id, addresses)
}

/** Idempotent. */
export async function deleteThumbnail(channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction((tx) => deleteThumbnailRow(tx, channelId))
}

/**
 * Stores what the live of a channel shows now: a JPEG of at most 480 × 270 pixels. Returns why it is refused, or null. One
 * that no viewer would see, or that comes too soon, is ignored.
 */
export async function putLivePicture(
  { channelId, bytes }: { channelId: string; bytes: Buffer },
  { db, random }: Pick<Deps, 'db' | 'random'>,
): Promise<CodeOrReason | null> {
  const { livePictureBytes, livePictureWidth, livePictureHeight } = limits
  const picture = parsePicture(bytes)
  if ('refusal' in picture) return picture.refusal
  if (picture.type !== 'image/jpeg') return 'NOT_A_PICTURE'
  const { width, height } = picture
  if (bytes.length > livePictureBytes || width > livePictureWidth || height > livePictureHeight)
    return errorReason('PICTURE_TOO_LARGE', { kilobytes: livePictureBytes / 1024, pixels: livePictureWidth })
  await putLivePictureRow(db.read, { channelId, id: random.uuid(), bytes })
  return null
}

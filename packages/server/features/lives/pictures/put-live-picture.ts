import { limits } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { parsePicture } from '../../../shared/pictures/picture-rules.ts'
import { errorReason, type CodeOrReason } from '../../../shared/refusal.ts'
import { putLivePictureRow } from './live-picture-store.ts'

/**
 * Stores what the live of a channel shows now: a JPEG of at most 480 × 270 pixels. Returns why it is refused, or null. One
 * that nobody would see, or that comes too soon, is ignored.
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

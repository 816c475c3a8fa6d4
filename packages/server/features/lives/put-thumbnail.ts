import type { Deps } from '../../infra/deps.ts'
import { parsePicture } from '../../shared/pictures/picture-rules.ts'
import { invalidField } from '../../shared/refusal.ts'
import { chosenThumbnailUrl } from './thumbnail.ts'
import { deleteThumbnailRow, putThumbnailRow } from './thumbnail-store.ts'

/** Stores the picture of a channel's lives in place of the one before. Returns its address. */
export async function putThumbnail(
  { channelId, base64 }: { channelId: string; base64: string },
  { addresses, db, random }: Pick<Deps, 'addresses' | 'db' | 'random'>,
): Promise<string> {
  const bytes = Buffer.from(base64, 'base64')
  const parsed = parsePicture(bytes)
  if ('refusal' in parsed) throw invalidField('picture', parsed.refusal)
  const id = random.uuid()
  await db.transaction((tx) => putThumbnailRow(tx, { channel_id: channelId, id, type: parsed.type, bytes }))
  return chosenThumbnailUrl(id, addresses)
}

/** Idempotent. */
export async function deleteThumbnail(channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction((tx) => deleteThumbnailRow(tx, channelId))
}

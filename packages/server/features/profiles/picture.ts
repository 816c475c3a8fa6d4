import type { Deps } from '../../infra/deps.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { parsePicture } from '../../shared/pictures/picture-rules.ts'
import { invalidField } from '../../shared/refusal.ts'
import { deletePictureRow, putPictureRow } from './profile-store.ts'

/** Stores the picture of a channel in place of the one before. Returns its address. */
export async function putChannelPicture(
  { channelId, base64 }: { channelId: string; base64: string },
  { addresses, db, random }: Pick<Deps, 'addresses' | 'db' | 'random'>,
): Promise<string> {
  const bytes = Buffer.from(base64, 'base64')
  const parsed = parsePicture(bytes)
  if ('refusal' in parsed) throw invalidField('picture', parsed.refusal)
  const id = random.uuid()
  await db.transaction(async (tx, publish) => {
    await putPictureRow(tx, { channel_id: channelId, id, type: parsed.type, bytes })
    publish(channelChanged(channelId))
  })
  return channelPictureUrl(id, addresses) ?? ''
}

/** Idempotent. */
export async function deleteChannelPicture(channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await deletePictureRow(tx, channelId)
    publish(channelChanged(channelId))
  })
}

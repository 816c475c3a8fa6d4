import type { Deps } from '../../infra/deps.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { decodePicture } from '../../shared/pictures/decode-picture.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { deletePictureRow, putPictureRow } from './profile-store.ts'

/** Stores the picture of a channel in place of the one before. Returns its address. */
export async function putChannelPicture(
  { channelId, base64 }: { channelId: string; base64: string },
  { addresses, db, random }: Pick<Deps, 'addresses' | 'db' | 'random'>,
): Promise<string> {
  const picture = decodePicture(base64)
  const id = random.uuid()
  await db.transaction(async (tx, publish) => {
    await putPictureRow(tx, { channel_id: channelId, id, ...picture })
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

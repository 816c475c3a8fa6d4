import { limits } from '@onair/contract'
import type { Addresses, Deps } from '../../infra/deps.ts'
import { lockApp } from './campaign-store.ts'
import { decodePicture } from '../../shared/pictures/decode-picture.ts'
import { deleteUnusedPictures, insertPicture } from './picture-store.ts'

/**
 * Stores a picture for the rewards of an application. Campaigns that refer to pictures lock the application too, so a picture
 * is not deleted while a reward gets it. It is a row, so that backups and forks have it; a page loads no pictures of other
 * hosts, which would see the addresses of viewers.
 */
export async function uploadPicture(
  { clientId, base64 }: { clientId: string; base64: string },
  { addresses, clock, db, random }: Pick<Deps, 'addresses' | 'clock' | 'db' | 'random'>,
): Promise<{ pictureId: string; imageUrl: string }> {
  const now = clock.now()
  const picture = decodePicture(base64)
  const id = random.uuid()
  await db.transaction(async (tx) => {
    await lockApp(tx, clientId)
    await deleteUnusedPictures(tx, clientId, limits.unusedPicturesPerApp - 1)
    await insertPicture(tx, { id, client_id: clientId, ...picture, created_at: now })
  })
  return { pictureId: id, imageUrl: pictureUrl(id, addresses) }
}

export function pictureUrl(pictureId: string, { baseUrl }: Addresses): string {
  return `${baseUrl}/assets/rewards/${pictureId}`
}

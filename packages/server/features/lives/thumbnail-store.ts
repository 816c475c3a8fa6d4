import type { Reader, Tx } from '../../infra/db/db.ts'
import type { LiveThumbnail } from '../../infra/db/tables.ts'
import { isUuid } from '../../shared/ids.ts'

export async function putThumbnailRow(tx: Tx, { channel_id, ...picture }: LiveThumbnail): Promise<void> {
  await tx
    .insertInto('live_thumbnail')
    .values({ channel_id, ...picture })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(picture))
    .execute()
}

export async function deleteThumbnailRow(tx: Tx, channelId: string): Promise<void> {
  await tx.deleteFrom('live_thumbnail').where('channel_id', '=', channelId).execute()
}

export async function loadThumbnail(
  db: Reader,
  thumbnailId: string,
): Promise<Pick<LiveThumbnail, 'type' | 'bytes'> | null> {
  if (!isUuid(thumbnailId)) return null
  const row = await db
    .selectFrom('live_thumbnail')
    .where('id', '=', thumbnailId)
    .select(['type', 'bytes'])
    .executeTakeFirst()
  return row ?? null
}

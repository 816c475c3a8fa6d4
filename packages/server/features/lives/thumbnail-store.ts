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

/** Whether a picture exists, and its content. */
export function thumbnailSource(db: Reader, thumbnailId: string) {
  const rows = db.selectFrom('live_thumbnail').where('id', '=', thumbnailId)
  return {
    exists: async () => (await rows.select('id').executeTakeFirst()) !== undefined,
    async load(): Promise<Pick<LiveThumbnail, 'type' | 'bytes'> | null> {
      if (!isUuid(thumbnailId)) return null
      return (await rows.select(['type', 'bytes']).executeTakeFirst()) ?? null
    },
  }
}

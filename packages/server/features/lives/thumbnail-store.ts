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

/** Whether a picture exists, and its content. That of a suspended channel does not. */
export function thumbnailSource(db: Reader, thumbnailId: string) {
  const rows = db
    .selectFrom('live_thumbnail')
    .innerJoin('channel', 'channel.id', 'live_thumbnail.channel_id')
    .where('live_thumbnail.id', '=', thumbnailId)
    .where('channel.ended_at', 'is', null)
  return {
    exists: async () => (await rows.select('live_thumbnail.id').executeTakeFirst()) !== undefined,
    async load(): Promise<Pick<LiveThumbnail, 'type' | 'bytes'> | null> {
      if (!isUuid(thumbnailId)) return null
      return (await rows.select(['type', 'bytes']).executeTakeFirst()) ?? null
    },
  }
}

import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

export async function putThumbnailRow(tx: Tx, { channel_id, ...picture }: Tables['live_thumbnail']): Promise<void> {
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
    exists: () => rows.select('live_thumbnail.id').$call(isFound),
    load: () => rows.select(['type', 'bytes']).$call(firstOrNull),
  }
}

import { limits } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { isPublicLive } from '../../shared/watch/access-store.ts'
import { isUuid } from '../../shared/ids.ts'

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

/**
 * Stores the picture of the live of a channel, in place of the one before. Nothing is stored without a live, while not
 * everyone may watch it, and within `livePictureMinSec` of the one before.
 */
export async function putLivePictureRow(
  db: Reader,
  { channelId, id, bytes }: { channelId: string; id: string; bytes: Buffer },
): Promise<void> {
  await sql`
    insert into live_picture (live_id, channel_id, id, bytes)
    select live.id, live.channel_id, ${id}, ${bytes} from live left join live_setting on live_setting.channel_id = live.channel_id
    where live.channel_id = ${channelId} and live.closed_at is null and ${isPublicLive}
    on conflict (live_id) do update set
      bytes = excluded.bytes, version = live_picture.version + 1, taken_at_db = clock_timestamp()
    where live_picture.taken_at_db < clock_timestamp() - make_interval(secs => ${limits.livePictureMinSec})`.execute(db)
}

/** The picture of a live that everyone may see now: not one that has ended, is for adults or private, or of a suspended channel. */
export function livePictureSource(db: Reader, pictureId: string) {
  const rows = db
    .selectFrom('fresh_live_picture')
    .innerJoin('live', 'live.id', 'fresh_live_picture.live_id')
    .innerJoin('channel', 'channel.id', 'live.channel_id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .where('fresh_live_picture.id', '=', pictureId)
    .where('live.closed_at', 'is', null)
    .where('channel.ended_at', 'is', null)
    .where(isPublicLive)
  return {
    /** Null if there is none. */
    async version(): Promise<number | null> {
      if (!isUuid(pictureId)) return null
      return (await rows.select('version').executeTakeFirst())?.version ?? null
    },
    async load(): Promise<{ type: 'image/jpeg'; bytes: Buffer } | null> {
      const row = await rows.select('bytes').executeTakeFirst()
      return row === undefined ? null : { type: 'image/jpeg', bytes: row.bytes }
    },
  }
}

export async function deleteLivePicture(tx: Tx, liveId: number): Promise<void> {
  await tx.deleteFrom('live_picture').where('live_id', '=', liveId).execute()
}

/** Deletes the pictures of lives that have ended. */
export async function deleteEndedPictures(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('live_picture')
    .where('live_id', 'in', (lives) => lives.selectFrom('live').select('live.id').where('closed_at', 'is not', null))
    .execute()
}

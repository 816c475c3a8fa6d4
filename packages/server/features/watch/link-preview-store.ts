import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { isPublicStored } from '../../shared/watch/access-store.ts'

/** A channel and, if it is live, its live. */
export function findPreviewedChannel(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('live.closed_at', 'is', null))
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .leftJoin('live_thumbnail', 'live_thumbnail.channel_id', 'channel.id')
    .leftJoin('fresh_live_picture', 'fresh_live_picture.live_id', 'live.id')
    .leftJoin('category', 'category.id', 'live_setting.category_id')
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .select([
      'channel.name as channelName',
      'channel_picture.id as channelPictureId',
      'live.id as liveId',
      'live_setting.adult',
      'live_setting.audience',
      'live_setting.default_live_title as title',
      'live_thumbnail.id as thumbnailId',
      'fresh_live_picture.id as pictureId',
      'fresh_live_picture.version as pictureVersion',
      'category.name_ko as categoryValue',
      'category.name_en as categoryEnglishName',
    ])
    .executeTakeFirst()
}

type ReplayRef = { channelId: string; id: string }
/** The title is that of the settings while the live is open. */
const title = sql<
  string | null
>`case when live.closed_at is null then live_setting.default_live_title else live.title end`

/** A recording that everyone may watch. */
export function findPreviewedRecording(db: Reader, { channelId, id }: ReplayRef) {
  return db
    .selectFrom('recording')
    .innerJoin('channel', 'channel.id', 'recording.channel_id')
    .innerJoin('live', 'live.id', 'recording.live_id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .leftJoin('category', 'category.id', 'live.category_id')
    .where('recording.id', '=', id)
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .where('recording.ended_at', 'is not', null)
    .where(isPublicStored('recording'))
    .select([
      'channel.name as channelName',
      'channel_picture.id as channelPictureId',
      'category.name_ko as categoryValue',
      'category.name_en as categoryEnglishName',
      title.as('title'),
      sql<string | null>`null`.as('creatorName'),
      sql<string | null>`null`.as('videoUrl'),
      sql<boolean>`recording.picture is not null`.as('hasPicture'),
    ])
    .executeTakeFirst()
}

/** A clip that everyone may watch. */
export function findPreviewedClip(db: Reader, { channelId, id }: ReplayRef) {
  return db
    .selectFrom('clip')
    .innerJoin('channel', 'channel.id', 'clip.channel_id')
    .innerJoin('channel as creator', 'creator.id', 'clip.created_by')
    .innerJoin('live', 'live.id', 'clip.live_id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .leftJoin('category', 'category.id', 'live.category_id')
    .where('clip.id', '=', id)
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .where('creator.ended_at', 'is', null)
    .where('clip.duration_ms', '>', 0)
    .where(isPublicStored('clip'))
    .select([
      'channel.name as channelName',
      'channel_picture.id as channelPictureId',
      'category.name_ko as categoryValue',
      'category.name_en as categoryEnglishName',
      title.as('title'),
      'creator.name as creatorName',
      sql<string | null>`clip.media_url || '/recordings/' || clip.playback_id || '/video.mp4'`.as('videoUrl'),
      sql<boolean>`clip.picture is not null`.as('hasPicture'),
    ])
    .executeTakeFirst()
}

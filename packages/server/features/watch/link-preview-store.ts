import type { Reader } from '../../infra/db/db.ts'

/** A channel and, if it is live, its live. */
export function findPreviewedChannel(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('live.closed_at', 'is', null))
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('live_thumbnail', 'live_thumbnail.channel_id', 'channel.id')
    .leftJoin('fresh_live_picture', 'fresh_live_picture.live_id', 'live.id')
    .leftJoin('category', 'category.id', 'live_setting.category_id')
    .where('channel.id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .select([
      'channel.name as channelName',
      'channel.image_url as channelImageUrl',
      'live.id as liveId',
      'live_setting.adult',
      'live_setting.default_live_title as title',
      'live_thumbnail.id as thumbnailId',
      'fresh_live_picture.id as pictureId',
      'fresh_live_picture.version as pictureVersion',
      'category.name_ko as categoryValue',
      'category.name_en as categoryEnglishName',
    ])
    .executeTakeFirst()
}

import type { Deps } from '../../infra/deps.ts'
import { thumbnailUrl } from '../lives/thumbnail.ts'

/** What other sites show of a link to a channel. */
export type LinkPreview = {
  channelName: string
  imageUrl: string | null
  /** Null while the channel is not live, and of a live for adults. */
  live: { title: string | null; categoryValue: string | null; categoryEnglishName: string | null } | null
}

/** Null if there is no such channel. */
export async function loadLinkPreview(
  channelId: string,
  deps: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<LinkPreview | null> {
  const row = await deps.db.read
    .selectFrom('channel')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('live.closed_at', 'is', null))
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('live_thumbnail', 'live_thumbnail.channel_id', 'channel.id')
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
      'category.name_ko as categoryValue',
      'category.name_en as categoryEnglishName',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const { adult, channelImageUrl, channelName, liveId, thumbnailId, ...live } = row
  if (liveId === null || adult === true) return { channelName, imageUrl: channelImageUrl, live: null }
  return {
    channelName,
    imageUrl: thumbnailUrl({ liveId, channelId, thumbnailId }, deps).replaceAll('{type}', '480'),
    live,
  }
}

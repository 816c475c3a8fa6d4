import { limits, type CategoryType } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { settingsColumns, toChatSettings } from '../chat/settings-store.ts'

/**
 * The watch-page state of these channels, in one query. Channels that do not exist are missing. Polls are read as of
 * `pollsAt`.
 */
export async function findChannelStateRows(db: Reader, channelIds: readonly string[], pollsAt?: number) {
  const rows = await db
    .selectFrom('channel')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('live.closed_at', 'is', null))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('live as ended')
          .leftJoin('category as last_category', 'last_category.id', 'ended.category_id')
          .whereRef('ended.channel_id', '=', 'channel.id')
          .where('ended.closed_at', 'is not', null)
          .where('live.id', 'is', null)
          .orderBy('ended.closed_at', 'desc')
          .orderBy('ended.id', 'desc')
          .limit(1)
          .select([
            'ended.opened_at as lastOpenedAt',
            'ended.closed_at as lastClosedAt',
            'ended.title as lastTitle',
            'last_category.name_ko as lastCategoryValue',
            'last_category.name_en as lastCategoryEnglishName',
          ])
          .as('last_live'),
      (join) => join.onTrue(),
    )
    .leftJoin('live_video', 'live_video.live_id', 'live.id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('category', 'category.id', 'live_setting.category_id')
    .leftJoin('chat_notice', 'chat_notice.channel_id', 'channel.id')
    .leftJoin('chat_settings', 'chat_settings.channel_id', 'channel.id')
    .leftJoin('follower_count', 'follower_count.channel_id', 'channel.id')
    .where('channel.id', '=', sql<string>`any(${channelIds}::text[])`)
    .where('channel.ended_at', 'is', null)
    .select([
      'channel.id as channelId',
      'channel.name as channelName',
      'live.id as liveId',
      'live.opened_at as openedAt',
      'live_video.media_url as mediaUrl',
      'live_video.playback_id as playbackId',
      'live_video.state as videoState',
      'last_live.lastOpenedAt',
      'last_live.lastClosedAt',
      'last_live.lastTitle',
      'last_live.lastCategoryValue',
      'last_live.lastCategoryEnglishName',
      sql<number>`(coalesce(live.simulated_viewers, 0) + (
        select count(*) from live_viewer where live_id = live.id and expires_at_db > clock_timestamp()))::int`.as(
        'viewers',
      ),
      'live_setting.default_live_title as chosenTitle',
      'live_setting.tags',
      'live_setting.adult',
      'live_setting.audience',
      'live_setting.watch_version as watchVersion',
      'live_video.watch_version as videoWatchVersion',
      'live_setting.allows_clips as allowsClips',
      'category.id as categoryId',
      sql<CategoryType | null>`category.type`.as('categoryType'),
      'category.name_ko as categoryValue',
      'category.name_en as categoryEnglishName',
      'category.poster_image_url as posterImageUrl',
      sql<number>`coalesce(follower_count.followers, 0)`.as('followerCount'),
      'chat_notice.content as notice',
      ...settingsColumns,
    ])
    .$if(pollsAt !== undefined, (channels) => channels.select(pollOf(pollsAt ?? 0).as('poll')))
    .execute()
  return rows.map((row) => ({ ...row, chatSettings: toChatSettings(row) }))
}

export type ChannelStateRow = Awaited<ReturnType<typeof findChannelStateRows>>[number]

type PollState = {
  pollId: string
  question: string
  options: { text: string; votes: number }[]
  startedAt: number
  endsAt: number
}

/** The poll of the channel with its votes, if it is open or has ended not long ago. */
function pollOf(now: number) {
  return sql<PollState | null>`(
    select jsonb_build_object('pollId', poll.id, 'question', question, 'startedAt', created_at, 'endsAt', ends_at, 'options', (
      select jsonb_agg(jsonb_build_object('text', text, 'votes', count) order by at)
      from unnest(options, votes) with ordinality as each (text, count, at)))
    from poll where poll.channel_id = channel.id and ends_at > ${now - limits.pollShownSec * 1_000})`
}

import { sql } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'

type StudioOverview = {
  chosenTitle: string | null
  categoryId: string | null
  hasStreamKey: boolean
  liveId: number | null
  openedAt: number | null
  viewers: number
  followers: number
  subscribers: number
}

/** Counts viewers as the list of lives does, but at this moment. */
export async function loadStudioOverview(db: Reader, channelId: string): Promise<StudioOverview> {
  const { rows } = await sql<StudioOverview>`
    select live_setting.default_live_title as "chosenTitle", live_setting.category_id as "categoryId",
      exists (select from stream_key where channel_id = channel.id) as "hasStreamKey",
      live.id as "liveId", live.opened_at as "openedAt",
      coalesce(live.simulated_viewers, 0) + (select count(*)::int from live_viewer
        where live_id = live.id and expires_at_db > clock_timestamp()) as viewers,
      coalesce(follower_count.followers, 0) as followers,
      coalesce(subscriber_count.subscribers, 0) as subscribers
    from channel
    left join follower_count on follower_count.channel_id = channel.id
    left join subscriber_count on subscriber_count.channel_id = channel.id
    left join live_setting on live_setting.channel_id = channel.id
    left join live on live.channel_id = channel.id and live.closed_at is null
    where channel.id = ${channelId}`.execute(db)
  return rows[0] as StudioOverview
}

import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { isPublicStored } from '../../shared/watch/access-store.ts'

export type FeedChannel = {
  channelName: string
  handle: string | null
  introduction: string
  isAdult: boolean
  createdAt: number
}

/** A channel that everyone may know of and watch, or null. */
export async function findFeedChannel(db: Reader, channelId: string): Promise<FeedChannel | null> {
  const { rows } = await sql<FeedChannel>`
    select channel.name as "channelName", channel_handle.handle, channel.created_at as "createdAt",
      coalesce(channel_profile.introduction, '') as introduction, coalesce(live_setting.adult, false) as "isAdult"
    from channel
    left join channel_handle on channel_handle.channel_id = channel.id and released_at is null
    left join channel_profile on channel_profile.channel_id = channel.id
    left join live_setting on live_setting.channel_id = channel.id
    where channel.id = ${channelId} and channel.ended_at is null
      and coalesce(live_setting.audience, 'EVERYBODY') = 'EVERYBODY'`.execute(db)
  return rows[0] ?? null
}

export type FeedEntry = { kind: 'live' | 'replay'; id: string; title: string | null; at: number }

/** The last starts of lives that were announced to everyone, and the last recordings, the newest first. */
export async function findFeedEntries(db: Reader, channelId: string, limit: number): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select * from (
      (select 'live' as kind, live.id::text as id, live.opened_at as at,
        case when live.closed_at is null then live_setting.default_live_title else live.title end as title
      from live_notice join live on live.id = live_notice.live_id
      left join live_setting on live_setting.channel_id = live.channel_id
      where live_notice.channel_id = ${channelId} and is_public and not live.was_limited
      order by live_notice.created_at desc limit ${limit})
      union all
      (select 'replay', recording.id::text, recording.ended_at, live.title
      from recording join live on live.id = recording.live_id
      where recording.channel_id = ${channelId} and recording.ended_at is not null and live.closed_at is not null
        and ${isPublicStored('recording')}
      order by recording.started_at desc limit ${limit})
    ) as entry order by at desc, kind, id limit ${limit}`.execute(db)
  return rows
}

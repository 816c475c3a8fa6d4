import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { isPublicStored } from '../../shared/watch/access-store.ts'

/** The last channels are among those of so many lives that ended last, and of so many pictures. */
const scanned = { lives: 500, pictures: 200 }

export type ShelfChannelRow = {
  channelId: string
  channelName: string
  verifiedMark: boolean
  pictureId: string | null
  followerCount: number
  lastClosedAt: number | null
  lastTitle: string | null
}

/** Channels that are not live and that everyone may watch: the last live first, then those with a picture, the newest first. */
export async function findQuietChannels(db: Reader, limit: number): Promise<ShelfChannelRow[]> {
  const { rows } = await sql<ShelfChannelRow>`
    with ended as (
      select channel_id, closed_at, title from live
      where closed_at is not null and not was_limited order by closed_at desc, id desc limit ${scanned.lives}),
    last as (select distinct on (channel_id) * from ended order by channel_id, closed_at desc),
    pictured as (select channel_id from channel_picture limit ${scanned.pictures})
    select channel.id as "channelId", channel.name as "channelName", channel.verified_mark as "verifiedMark",
      channel_picture.id as "pictureId", coalesce(follower_count.followers, 0) as "followerCount",
      last.closed_at as "lastClosedAt", last.title as "lastTitle"
    from (select channel_id from last union select channel_id from pictured) as found
    join channel on channel.id = found.channel_id
    left join last on last.channel_id = channel.id
    left join channel_picture on channel_picture.channel_id = channel.id
    left join follower_count on follower_count.channel_id = channel.id
    where channel.ended_at is null
      and not exists (select from live where live.channel_id = channel.id and live.closed_at is null)
      and not exists (select from live_setting where channel_id = channel.id and audience <> 'EVERYBODY')
    order by last.closed_at desc nulls last, channel.created_at desc, channel.id limit ${limit}`.execute(db)
  return rows
}

export type ShelfReplayRow = {
  channelId: string
  channelName: string
  pictureId: string | null
  recordingId: string
  liveId: number
  title: string | null
  durationMs: number
  endedAt: number
  hasPicture: boolean
}

/** Recordings that everyone may watch and that lists show, the last first. */
export async function findLastReplays(db: Reader, limit: number): Promise<ShelfReplayRow[]> {
  const { rows } = await sql<ShelfReplayRow>`
    select recording.channel_id as "channelId", channel.name as "channelName", channel_picture.id as "pictureId",
      recording.id as "recordingId", live.id as "liveId", live.title, recording.duration_ms as "durationMs", recording.ended_at as "endedAt",
      recording.picture is not null as "hasPicture"
    from recording
    join channel on channel.id = recording.channel_id
    join live on live.id = recording.live_id
    left join channel_picture on channel_picture.channel_id = channel.id
    where recording.ended_at is not null and live.closed_at is not null and channel.ended_at is null
      and ${isPublicStored('recording')}
      and not exists (select from live_setting where channel_id = channel.id and audience <> 'EVERYBODY')
    order by recording.ended_at desc, recording.id limit ${limit}`.execute(db)
  return rows
}

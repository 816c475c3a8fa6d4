import type { Audience } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { VideoState } from '../lives/own-video-url.ts'
import type { VideoSource } from './received-live.ts'
import { isPublicLive } from '../../shared/watch/access-store.ts'

type Claim = {
  liveId: number
  owner: string
  mediaUrl: string
  source: VideoSource
  /** The playback id, where this process does not have the video yet. */
  playbackId: string
  takesOver: boolean
  /** The token of the upload, and that of the upload which it continues. */
  tokenHash: Buffer | null
  formerTokenHash: Buffer | null
  leaseSec: number
}

export type ClaimedVideo = { playbackId: string; state: VideoState; isRecorded: boolean; allowsClips: boolean }

/**
 * Makes a process the owner of the video of a live. Null if the live has ended, or another process has the video and its
 * publisher still sends.
 */
export async function claimVideo(tx: Tx, claim: Claim): Promise<ClaimedVideo | null> {
  const { liveId, owner, mediaUrl, source, playbackId, takesOver, tokenHash, formerTokenHash, leaseSec } = claim
  const { rows } = await sql<ClaimedVideo>`
    insert into live_video
      (live_id, playback_id, owner, media_url, token_hash, source, state, watch_version, lease_expires_at_db)
    select live.id, ${playbackId}, ${owner}, ${mediaUrl}, ${tokenHash}, ${source}, 'starting', coalesce(live_setting.watch_version, 0),
      clock_timestamp() + make_interval(secs => ${leaseSec})
    from live left join live_setting on live_setting.channel_id = live.channel_id
    where live.id = ${liveId} and live.closed_at is null
    on conflict (live_id) do update set
      owner = excluded.owner,
      media_url = excluded.media_url,
      token_hash = excluded.token_hash,
      source = excluded.source,
      lease_expires_at_db = excluded.lease_expires_at_db,
      playback_id = case when live_video.owner = excluded.owner then live_video.playback_id else excluded.playback_id end,
      watch_version = case when live_video.owner = excluded.owner then live_video.watch_version else excluded.watch_version end,
      state = case when live_video.owner = excluded.owner then live_video.state else excluded.state end
    where live_video.owner = excluded.owner or ${takesOver} or live_video.state = 'interrupted' or live_video.source = 'test'
      or live_video.lease_expires_at_db < clock_timestamp() or live_video.token_hash = ${formerTokenHash}
    returning playback_id as "playbackId", state,
      coalesce((${ofSetting('is_recorded')}), false) as "isRecorded",
      coalesce((${ofSetting('allows_clips')}), false) as "allowsClips"`.execute(tx)
  return rows[0] ?? null
}

function ofSetting(column: 'is_recorded' | 'allows_clips') {
  return sql`select ${sql.ref(column)} from live join live_setting using (channel_id) where live.id = live_video.live_id`
}

/** Ends the leases of an owner: publishers may go on at another process at once. */
export async function releaseVideos(db: Reader, owner: string): Promise<void> {
  await db
    .updateTable('live_video')
    .set({ lease_expires_at_db: sql<Date>`clock_timestamp()` })
    .where('owner', '=', owner)
    .execute()
}

/** A video of a process. `isLimited`: only adults may watch; `isIdStale`: fewer people may watch than its playback id is for. */
type OwnedVideo = {
  liveId: number
  isLimited: boolean
  audience: Audience
  isIdStale: boolean
  isRecorded: boolean
  allowsClips: boolean
  awaitsClips: boolean
}

/** Renews the leases of an owner, and returns those videos of it whose live has not ended. */
export async function renewVideos(
  db: Reader,
  { owner, liveIds, leaseSec }: { owner: string; liveIds: readonly number[]; leaseSec: number },
): Promise<OwnedVideo[]> {
  const { rows } = await sql<OwnedVideo>`
    update live_video set lease_expires_at_db = clock_timestamp() + make_interval(secs => ${leaseSec})
    from live left join live_setting on live_setting.channel_id = live.channel_id
    where live_video.owner = ${owner} and live_video.live_id = any(${liveIds}::int[])
      and live.id = live_video.live_id and live.closed_at is null
    returning live_video.live_id as "liveId", coalesce(live_setting.adult, false) as "isLimited",
      coalesce(live_setting.audience, 'EVERYBODY') as audience,
      coalesce(live_setting.is_recorded, false) as "isRecorded",
      coalesce(live_setting.allows_clips, false) as "allowsClips",
      exists (select from clip where clip.live_id = live_video.live_id and duration_ms = 0) as "awaitsClips",
      coalesce(live_setting.watch_version, 0) <> live_video.watch_version as "isIdStale"`.execute(db)
  return rows
}

/** Replaces the playback id, where fewer people may watch than it is for. Returns the new one. */
export async function replacePlaybackId(
  tx: Tx,
  { liveId, owner, playbackId }: { liveId: number; owner: string; playbackId: string },
): Promise<string | null> {
  const { rows } = await sql<{ playbackId: string }>`
    update live_video set
      watch_version = coalesce(live_setting.watch_version, 0),
      playback_id = ${playbackId}
    from live left join live_setting on live_setting.channel_id = live.channel_id
    where live.id = live_video.live_id and live_video.live_id = ${liveId} and live_video.owner = ${owner}
      and live_video.watch_version <> coalesce(live_setting.watch_version, 0)
    returning live_video.playback_id as "playbackId"`.execute(tx)
  return rows[0]?.playbackId ?? null
}

export async function updateVideoState(tx: Tx, liveId: number, owner: string, state: VideoState): Promise<void> {
  await tx.updateTable('live_video').set({ state }).where('live_id', '=', liveId).where('owner', '=', owner).execute()
}

/** The channels whose live has the test picture of a sandbox. */
export async function listTestVideos(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('live_video')
    .innerJoin('live', 'live.id', 'live_video.live_id')
    .where('live.closed_at', 'is', null)
    .where('source', '=', 'test')
    .orderBy('live.id')
    .limit(limit)
    .select('live.channel_id')
    .execute()
  return rows.map((row) => row.channel_id)
}

/** The channels whose live has a video that no process has had for so long. The test picture needs none. */
export function findAbandonedVideos(db: Reader, graceSec: number) {
  return db
    .selectFrom('live_video')
    .innerJoin('live', 'live.id', 'live_video.live_id')
    .where('live.closed_at', 'is', null)
    .where('source', '<>', 'test')
    .where('lease_expires_at_db', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${graceSec})`)
    .select(['live.id as liveId', 'live.channel_id as channelId'])
    .execute()
}

/** Deletes the rows of lives that have ended: nothing of their video is left. */
export async function deleteEndedVideos(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('live_video')
    .where('live_id', 'in', (lives) => lives.selectFrom('live').select('id').where('closed_at', 'is not', null))
    .execute()
}

/**
 * The channels whose live a process receives and whose picture is old, or missing. A page sends one each minute: it gets
 * another half a minute. The test picture stands still without viewers: it is enough that it exists.
 */
export async function findUnpictured(db: Reader, owner: string): Promise<string[]> {
  const { rows } = await sql<{ channelId: string }>`
    select live.channel_id as "channelId"
    from live_video join live on live.id = live_video.live_id
    left join live_picture on live_picture.live_id = live.id
    left join live_setting on live_setting.channel_id = live.channel_id
    where live_video.owner = ${owner} and live_video.state = 'live' and live.closed_at is null
      and ${isPublicLive}
      and (live_picture.live_id is null or live_picture.taken_at_db < clock_timestamp() -
        case live_video.source when 'encoder' then interval '55 s' when 'page' then interval '90 s' else interval '4 min' end)
    order by live_picture.taken_at_db nulls first, live.id`.execute(db)
  return rows.map(({ channelId }) => channelId)
}

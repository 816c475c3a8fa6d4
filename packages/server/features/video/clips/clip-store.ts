import type { Audience } from '@onair/contract'
import { sql } from 'kysely'
import { deleteRows } from '../../../infra/db/batches.ts'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { firstOrNull, hasChanged } from '../../../infra/db/results.ts'
import { isPublicStored, limitsOfStored } from '../../../shared/watch/access-store.ts'
import type { RestrictionState } from '../../../shared/chat/restriction-state.ts'

/** Locks the live of a channel, so that clips of it are counted one after another. Null: it is not live. */
export function lockLiveForClip(tx: Tx, channelId: string) {
  return tx
    .selectFrom('live')
    .innerJoin('live_setting', 'live_setting.channel_id', 'live.channel_id')
    .leftJoin('live_video', 'live_video.live_id', 'live.id')
    .where('live.channel_id', '=', channelId)
    .where('live.closed_at', 'is', null)
    .select(['live.id as liveId', 'allows_clips as allowsClips', 'adult', 'audience', 'live_video.state as videoState'])
    .forUpdate('live')
    .$call(firstOrNull)
}

/** How many clips a channel has, and how many of them a person has made. */
export function countClips(tx: Tx, channelId: string, createdBy: string) {
  return tx
    .selectFrom('clip')
    .where('channel_id', '=', channelId)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where created_by = ${createdBy}))::int`.as('own'),
    ])
    .executeTakeFirstOrThrow()
}

/** The restrictions of a person in a channel. */
export async function loadRestrictions(db: Reader, channelId: string, personId: string): Promise<RestrictionState> {
  const { rows } = await sql<RestrictionState>`
    select
      (select created_at from channel_restriction
        where channel_id = ${channelId} and restricted_channel_id = ${personId}) as "restrictedAt",
      (select release_at from temporary_restriction
        where channel_id = ${channelId} and restricted_channel_id = ${personId}) as "temporarilyRestrictedUntil"`.execute(
    db,
  )
  return rows[0] ?? { restrictedAt: null, temporarilyRestrictedUntil: null }
}

type NewClip = {
  id: string
  channelId: string
  liveId: number
  createdBy: string
  playbackId: string
  adult: boolean
  audience: Audience
}

/** Inserts a clip that the process of the live will make, with the picture that the live has now. */
export async function insertClip(tx: Tx, clip: NewClip, now: number): Promise<void> {
  const { id, channelId, liveId, createdBy, playbackId, adult, audience } = clip
  const row = { id, channel_id: channelId, live_id: liveId, created_by: createdBy, playback_id: playbackId }
  const picture = sql`select bytes from fresh_live_picture where fresh_live_picture.live_id = ${liveId}`
  await tx
    .insertInto('clip')
    .values({ ...row, is_limited: adult, audience, created_at: now, picture: sql<Buffer | null>`(${picture})` })
    .execute()
}

/** The clips of a live that are not made yet. */
export async function listWaitingClips(db: Reader, liveId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('clip')
    .where('live_id', '=', liveId)
    .where('duration_ms', '=', 0)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

type MadeClip = { durationMs: number; bytes: number; mediaUrl: string; wasLimited: boolean; audience: Audience }

export async function updateClip(db: Reader, id: string, clip: MadeClip): Promise<void> {
  const { durationMs, bytes, mediaUrl, wasLimited, audience } = clip
  await db
    .updateTable('clip')
    .set({
      duration_ms: durationMs,
      bytes,
      media_url: mediaUrl,
      ...limitsOfStored('clip', { wasLimited, audience }),
    })
    .where('id', '=', id)
    .execute()
}

export function deleteClipRow(db: Reader, id: string): Promise<boolean> {
  return db.deleteFrom('clip').where('id', '=', id).$call(hasChanged)
}

function watchable(db: Reader) {
  return db
    .selectFrom('clip')
    .innerJoin('channel', 'channel.id', 'clip.channel_id')
    .innerJoin('channel as creator', 'creator.id', 'clip.created_by')
    .innerJoin('live', 'live.id', 'clip.live_id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .where('channel.ended_at', 'is', null)
    .where('creator.ended_at', 'is', null)
    .select([
      'clip.id as clipId',
      'clip.channel_id as channelId',
      'channel.name as channelName',
      'creator.id as creatorChannelId',
      'creator.name as creatorName',
      'clip.created_at as createdAt',
      'clip.duration_ms as durationMs',
      'clip.is_limited as isLimited',
      'clip.audience',
      'clip.playback_id as playbackId',
      'clip.media_url as mediaUrl',
      sql<boolean>`clip.picture is not null and ${isPublicStored('clip')}`.as('hasPicture'),
      // Those of the settings are the live's while it is open.
      sql<string | null>`case when live.closed_at is null then live_setting.default_live_title else live.title end`.as(
        'title',
      ),
    ])
}

export type ClipRow = NonNullable<Awaited<ReturnType<typeof loadClip>>>

/** A clip of a channel, or null. */
export function loadClip(db: Reader, channelId: string, clipId: string) {
  return watchable(db).where('clip.id', '=', clipId).where('clip.channel_id', '=', channelId).$call(firstOrNull)
}

/** The clips of a channel that are made, newest first, from after a row. */
export function listClipRows(
  db: Reader,
  { channelId, after, limit }: { channelId: string; after: { createdAt: number; id: string } | null; limit: number },
) {
  return watchable(db)
    .where('clip.channel_id', '=', channelId)
    .where('clip.duration_ms', '>', 0)
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(clip.created_at, clip.id) < (${after?.createdAt ?? 0}, ${after?.id ?? ''}::uuid)`),
    )
    .orderBy('clip.created_at', 'desc')
    .orderBy('clip.id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes clips that no process has made within a minute, and up to `limit` that are older; returns the number of these. */
export async function deleteOldClips(
  tx: Tx,
  { before, now }: { before: number; now: number },
  limit: number,
): Promise<number> {
  await tx
    .deleteFrom('clip')
    .where('duration_ms', '=', 0)
    .where('created_at', '<', now - 60_000)
    .execute()
  return deleteRows(tx, 'clip', sql`created_at < ${before}`, limit)
}

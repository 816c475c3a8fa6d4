import type { Audience } from '@onair/contract'
import { sql } from 'kysely'
import { deleteRows } from '../../../infra/db/batches.ts'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { firstOrNull, hasChanged, isFound } from '../../../infra/db/results.ts'
import { isPublicStored, limitsOfStored, privateAudienceOf } from '../../../shared/watch/access-store.ts'

type NewRecording = {
  id: string
  playbackId: string
  liveId: number
  owner: string
  mediaUrl: string
  startedAt: number
}

/** Inserts the recording of a live. False: the live has ended. */
export async function insertRecording(db: Reader, recording: NewRecording): Promise<boolean> {
  const { id, playbackId, liveId, owner, mediaUrl, startedAt } = recording
  const { numAffectedRows } = await sql`
    insert into recording (id, live_id, channel_id, playback_id, owner, media_url, is_limited, audience, started_at)
    select ${id}, live.id, live.channel_id, ${playbackId}, ${owner}, ${mediaUrl}, coalesce(live_setting.adult, false),
      ${privateAudienceOf(sql`live.channel_id`)}, ${startedAt}
    from live left join live_setting on live_setting.channel_id = live.channel_id
    where live.id = ${liveId} and live.closed_at is null`.execute(db)
  return numAffectedRows === 1n
}

type Progress = {
  bytes: number
  durationMs: number
  spans: readonly [number, number][]
  wasLimited: boolean
  audience: Audience
}

/** Stores what has been recorded so far; `endedAt`: it ends. False: the recording has been deleted. */
export function updateRecording(
  db: Reader,
  id: string,
  { bytes, durationMs, spans, wasLimited, audience }: Progress,
  endedAt: number | null,
): Promise<boolean> {
  return db
    .updateTable('recording')
    .set({
      bytes,
      duration_ms: durationMs,
      spans: JSON.stringify(spans),
      ...limitsOfStored('recording', { wasLimited, audience }),
      ...(endedAt !== null && { ended_at: endedAt, picture: sql<Buffer | null>`(${lastPicture})` }),
    })
    .where('id', '=', id)
    .$call(hasChanged)
}

/** The last picture of the live, which the recording keeps. */
const lastPicture = sql`select live_picture.bytes from live_picture where live_picture.live_id = recording.live_id`

/** Deletes recordings and clips. */
export async function deleteStored(db: Reader, ids: readonly string[]): Promise<void> {
  for (const table of ['recording', 'clip'] as const)
    await db
      .deleteFrom(table)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
}

type Stored = { id: string; hasEnded: boolean; isHeld: boolean }

/** The recordings and clips with one of these ids, the oldest first, also those that are deleted and that a hold keeps. */
export async function findStored(db: Reader, ids: readonly string[]): Promise<Stored[]> {
  const held = sql`(select channel_id from legal_hold)`
  const { rows } = await sql<Stored>`
    select id, has_ended as "hasEnded", is_held as "isHeld" from (
      select id, started_at as at, ended_at is not null as has_ended, channel_id in ${held} as is_held
      from recording where id = any(${ids}::uuid[])
      union all
      select id, created_at, duration_ms > 0, channel_id in ${held} or created_by in ${held}
      from clip where id = any(${ids}::uuid[])
      union all
      select distinct (content ->> 'id')::uuid, 0::bigint, true, true
      from held_row where kind in ('recording', 'clip') and content ->> 'id' = any(${ids}::text[])
    ) as stored order by at, id`.execute(db)
  return rows
}

/**
 * The recording or the clip that viewers have as this playback id, if it can be watched. `isTimed`: the address is one that
 * a viewer got for a limited time; otherwise everyone may watch.
 */
export async function findPlayable(
  db: Reader,
  { playbackId, isTimed }: { playbackId: string; isTimed: boolean },
): Promise<string | null> {
  const isOpen = (stored: 'recording' | 'clip') => (isTimed ? sql`true` : isPublicStored(stored))
  const { rows } = await sql<{ id: string }>`
    select recording.id from recording join channel on channel.id = recording.channel_id
    where playback_id = ${playbackId} and recording.ended_at is not null and channel.ended_at is null
      and ${isOpen('recording')}
    union all
    select clip.id from clip join channel on channel.id = clip.channel_id join channel as creator on creator.id = created_by
    where playback_id = ${playbackId} and duration_ms > 0 and channel.ended_at is null and creator.ended_at is null
      and ${isOpen('clip')}`.execute(db)
  return rows[0]?.id ?? null
}

function watchable(db: Reader) {
  return db
    .selectFrom('recording')
    .innerJoin('channel', 'channel.id', 'recording.channel_id')
    .innerJoin('live', 'live.id', 'recording.live_id')
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('category', (join) =>
      join.on('category.id', '=', (on) => on.fn.coalesce('live.category_id', 'live_setting.category_id')),
    )
    .where('channel.ended_at', 'is', null)
    .where('recording.ended_at', 'is not', null)
    .select([
      'recording.id as recordingId',
      'recording.channel_id as channelId',
      'channel.name as channelName',
      'recording.started_at as startedAt',
      'recording.duration_ms as durationMs',
      'recording.bytes',
      'recording.is_limited as isLimited',
      'recording.audience',
      'recording.playback_id as playbackId',
      'recording.media_url as mediaUrl',
      'recording.spans',
      sql<boolean>`recording.picture is not null and ${isPublicStored('recording')}`.as('hasPicture'),
      // Those of the settings are the live's while it is open.
      sql<string | null>`case when live.closed_at is null then live_setting.default_live_title else live.title end`.as(
        'title',
      ),
      'category.id as categoryId',
      'category.name_ko as categoryValue',
      'category.name_en as englishName',
    ])
}

export type WatchableRecording = NonNullable<Awaited<ReturnType<typeof loadRecording>>>

/** A recording of a channel that has ended, or null. */
export function loadRecording(db: Reader, channelId: string, recordingId: string) {
  return watchable(db)
    .where('recording.id', '=', recordingId)
    .where('recording.channel_id', '=', channelId)
    .$call(firstOrNull)
}

/** The recordings of a channel that have ended, newest first, from after a row. */
export function listRecordingRows(
  db: Reader,
  { channelId, after, limit }: { channelId: string; after: { startedAt: number; id: string } | null; limit: number },
) {
  return watchable(db)
    .where('recording.channel_id', '=', channelId)
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`(recording.started_at, recording.id) < (${after?.startedAt ?? 0}, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('recording.started_at', 'desc')
    .orderBy('recording.id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes a recording of a channel. False: there is none. */
export function deleteRecordingOf(tx: Tx, channelId: string, recordingId: string): Promise<boolean> {
  return tx
    .deleteFrom('recording')
    .where('id', '=', recordingId)
    .where('channel_id', '=', channelId)
    .where('ended_at', 'is not', null)
    .$call(hasChanged)
}

/**
 * Ends the recordings whose process has lost the live: the owner of the video is another one, or its lease ran out so long
 * ago. One without a length is of no use, and is deleted.
 */
export async function endAbandonedRecordings(tx: Tx, { now, graceSec }: { now: number; graceSec: number }) {
  const { is_limited: isLimited, audience } = limitsOfStored('recording', { wasLimited: false, audience: 'EVERYBODY' })
  await sql`
    update recording set ended_at = ${now}, picture = (${lastPicture}), is_limited = ${isLimited}, audience = ${audience}
    where ended_at is null and not exists (
      select from live_video where live_video.live_id = recording.live_id and live_video.owner = recording.owner
        and lease_expires_at_db > clock_timestamp() - make_interval(secs => ${graceSec}))`.execute(tx)
  await tx.deleteFrom('recording').where('ended_at', 'is not', null).where('duration_ms', '=', 0).execute()
}

/** Deletes up to `limit` recordings, and returns their number. */
export function deleteRecordingsEndedBefore(tx: Tx, before: number, limit: number): Promise<number> {
  return deleteRows(tx, 'recording', sql`ended_at < ${before}`, limit)
}

/** The picture of a recording or a clip that everyone may see: one that can be watched without a question. */
export function replayPictureSource(db: Reader, id: string) {
  const ofRecording = db
    .selectFrom('recording')
    .innerJoin('channel', 'channel.id', 'recording.channel_id')
    .where('recording.id', '=', id)
    .where('recording.ended_at', 'is not', null)
    .where(isPublicStored('recording'))
    .where('channel.ended_at', 'is', null)
    .where('picture', 'is not', null)
  const ofClip = db
    .selectFrom('clip')
    .innerJoin('channel', 'channel.id', 'clip.channel_id')
    .innerJoin('channel as creator', 'creator.id', 'clip.created_by')
    .where('clip.id', '=', id)
    .where('duration_ms', '>', 0)
    .where(isPublicStored('clip'))
    .where('channel.ended_at', 'is', null)
    .where('creator.ended_at', 'is', null)
    .where('picture', 'is not', null)
  return {
    exists: () => ofRecording.select('recording.id').unionAll(ofClip.select('clip.id')).$call(isFound),
    async load(): Promise<{ type: 'image/jpeg'; bytes: Buffer } | null> {
      const row = await ofRecording.select('picture').unionAll(ofClip.select('picture')).executeTakeFirst()
      return row?.picture == null ? null : { type: 'image/jpeg', bytes: row.picture }
    },
  }
}

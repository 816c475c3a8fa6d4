import { sql } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'

/** Who watches which channel: a channel id of theirs, or what a guest's player made up for itself. */
export type ViewerKey = { channelId: string; viewerId: string }
/** What a viewer watches, since when without a break, and when they said so last. */
export type WatchInterval = { categoryId: string | null; since: number; until: number }

/**
 * Viewers are there until the lease ends, in the database's own time. Those of channels that are not live are passed over.
 * Who was not heard of for the length of the lease, or sees another category than before, begins to watch anew.
 */
export async function upsertViewers(
  tx: Tx,
  viewers: readonly ViewerKey[],
  { leaseSec, now }: { leaseSec: number; now: number },
): Promise<(WatchInterval & { viewerId: string })[]> {
  const { rows } = await sql<WatchInterval & { viewerId: string }>`
    insert into live_viewer (live_id, viewer_id, expires_at_db, category_id, last_seen_at, watched_since)
    select distinct on (live.id, viewer.id) live.id, viewer.id, clock_timestamp() + make_interval(secs => ${leaseSec}),
      live_setting.category_id, ${now}::bigint, ${now}::bigint
    from unnest(${viewers.map(({ channelId }) => channelId)}::text[], ${viewers.map(({ viewerId }) => viewerId)}::text[])
      as viewer (channel_id, id)
    join live on live.channel_id = viewer.channel_id and live.closed_at is null
    left join live_setting on live_setting.channel_id = live.channel_id
    order by live.id, viewer.id
    on conflict (live_id, viewer_id) do update set
      expires_at_db = excluded.expires_at_db,
      category_id = excluded.category_id,
      last_seen_at = excluded.last_seen_at,
      watched_since = case
        when abs(excluded.last_seen_at - live_viewer.last_seen_at) <= ${leaseSec * 1000}
          and excluded.category_id is not distinct from live_viewer.category_id
        then live_viewer.watched_since
        else excluded.watched_since end
    returning viewer_id as "viewerId", category_id as "categoryId", watched_since as since, last_seen_at as until`.execute(
    tx,
  )
  return rows
}

/** Viewers who left count no more. Their rows are taken in one order, so that two who do this never wait for each other. */
export async function deleteViewers(tx: Tx, viewers: readonly ViewerKey[]) {
  await sql`delete from live_viewer where (live_id, viewer_id) in (
    select gone.live_id, gone.viewer_id
    from unnest(${viewers.map(({ channelId }) => channelId)}::text[], ${viewers.map(({ viewerId }) => viewerId)}::text[])
      as viewer (channel_id, id)
    join live on live.channel_id = viewer.channel_id and live.closed_at is null
    join live_viewer as gone on gone.live_id = live.id and gone.viewer_id = viewer.id
    order by gone.live_id, gone.viewer_id
    for update of gone)`.execute(tx)
}

/**
 * Viewers who vanished count no more by themselves; this gives their rows back. It waits for nobody, so that it stands in
 * no one's way who goes off the air.
 */
export async function deleteExpiredViewers(tx: Tx) {
  await sql`delete from live_viewer where (live_id, viewer_id) in (
    select live_id, viewer_id from live_viewer where expires_at_db <= clock_timestamp() for update skip locked)`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

/** A viewer of a channel: a channel id, or the network of guests. */
export type ViewerKey = { channelId: string; viewerId: string }
/** The category that a viewer watches, since when without a break, and the time of the last report. */
export type WatchInterval = { categoryId: string | null; since: number; until: number }

/**
 * Renews the leases of viewers, in database time. Viewers of channels that are not live are skipped. After an expired
 * lease or a change of category the interval starts again.
 */
export async function putViewers(
  tx: Tx,
  viewers: readonly ViewerKey[],
  { leaseSec, now }: { leaseSec: number; now: number },
): Promise<(WatchInterval & ViewerKey)[]> {
  const { rows } = await sql<WatchInterval & ViewerKey>`
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
    returning (select channel_id from live where id = live_id) as "channelId", viewer_id as "viewerId", category_id as "categoryId",
      watched_since as since, last_seen_at as until`.execute(tx)
  return rows
}

/** Removes viewers who left. Rows are locked in one order to avoid deadlocks. */
export async function deleteViewers(tx: Tx, viewers: readonly ViewerKey[]) {
  await sql`delete from live_viewer where (live_id, viewer_id) in (
    select departing.live_id, departing.viewer_id
    from unnest(${viewers.map(({ channelId }) => channelId)}::text[], ${viewers.map(({ viewerId }) => viewerId)}::text[])
      as viewer (channel_id, id)
    join live on live.channel_id = viewer.channel_id and live.closed_at is null
    join live_viewer as departing on departing.live_id = live.id and departing.viewer_id = viewer.id
    order by departing.live_id, departing.viewer_id
    for update of departing)`.execute(tx)
}

/**
 * Deletes viewers with an expired lease, who are no longer counted. It skips locked rows, so that it does not block a
 * live that ends.
 */
export async function deleteExpiredViewers(tx: Tx) {
  await sql`delete from live_viewer where (live_id, viewer_id) in (
    select live_id, viewer_id from live_viewer where expires_at_db <= clock_timestamp() for update skip locked)`.execute(
    tx,
  )
}

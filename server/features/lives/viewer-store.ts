import { sql } from 'kysely'
import type { Tx } from '../../world/db/db.ts'

/** What a viewer watches, since when without a break, and when they said so last. */
export type Watched = { categoryId: string | null; since: number; until: number }

/**
 * A viewer is there until the lease ends, in the database's own time. Null when the channel is not live. Who was not heard
 * of for the length of the lease, or sees another category than before, begins to watch anew.
 */
export async function putViewer(
  tx: Tx,
  { channelId, viewerId, leaseSec, now }: { channelId: string; viewerId: string; leaseSec: number; now: number },
): Promise<Watched | null> {
  const { rows } = await sql<Watched>`
    insert into live_viewer (live_id, viewer_id, until_real, category_id, heard_at, watched_since)
    select live.id, ${viewerId}, clock_timestamp() + make_interval(secs => ${leaseSec}), live_setting.category_id,
      ${now}::bigint, ${now}::bigint
    from live left join live_setting on live_setting.channel_id = live.channel_id
    where live.channel_id = ${channelId} and live.closed_at is null
    on conflict (live_id, viewer_id) do update set
      until_real = excluded.until_real,
      category_id = excluded.category_id,
      heard_at = excluded.heard_at,
      watched_since = case
        when abs(excluded.heard_at - live_viewer.heard_at) <= ${leaseSec * 1000}
          and excluded.category_id is not distinct from live_viewer.category_id
        then live_viewer.watched_since
        else excluded.watched_since end
    returning category_id as "categoryId", watched_since as since, heard_at as until`.execute(tx)
  return rows[0] ?? null
}

export async function removeViewer(tx: Tx, channelId: string, viewerId: string) {
  await tx
    .deleteFrom('live_viewer')
    .where('viewer_id', '=', viewerId)
    .where('live_id', 'in', (live) =>
      live.selectFrom('live').select('id').where('channel_id', '=', channelId).where('closed_at', 'is', null),
    )
    .execute()
}

/**
 * Viewers who vanished count no more by themselves; this gives their rows back. It waits for nobody, so that it stands in
 * no one's way who goes off the air.
 */
export async function removeGoneViewers(tx: Tx) {
  await sql`delete from live_viewer where (live_id, viewer_id) in (
    select live_id, viewer_id from live_viewer where until_real <= clock_timestamp() for update skip locked)`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import type { Tx } from '../../world/db/db.ts'

/** A viewer is there until the lease ends, in the database's own time. False when the channel is not live. */
export async function putViewer(tx: Tx, channelId: string, viewerId: string, leaseSec: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into live_viewer (live_id, viewer_id, until_real)
    select id, ${viewerId}, clock_timestamp() + make_interval(secs => ${leaseSec})
    from live where channel_id = ${channelId} and closed_at is null
    on conflict (live_id, viewer_id) do update set until_real = excluded.until_real`.execute(tx)
  return numAffectedRows === 1n
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

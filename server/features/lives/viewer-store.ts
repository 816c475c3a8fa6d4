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

/** Viewers who vanished count no more by themselves; this gives their rows back. */
export async function removeGoneViewers(tx: Tx) {
  await tx
    .deleteFrom('live_viewer')
    .where(sql<boolean>`until_real <= clock_timestamp()`)
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

/** Browsers that are kept of a person. */
const mostDevices = 10

/** Notes that a person signed in with a browser, and forgets those that were used longest ago. */
export async function recordDevice(
  tx: Tx,
  { channelId, deviceHash, now }: { channelId: string; deviceHash: Buffer; now: number },
): Promise<void> {
  await sql`insert into account_device (channel_id, device_hash, last_used_at) values (${channelId}, ${deviceHash}, ${now})
    on conflict (channel_id, device_hash) do update set last_used_at = excluded.last_used_at`.execute(tx)
  await sql`delete from account_device where channel_id = ${channelId} and device_hash in (
    select device_hash from account_device where channel_id = ${channelId}
    order by last_used_at desc, device_hash offset ${mostDevices})`.execute(tx)
}

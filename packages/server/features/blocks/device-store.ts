import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { hasChanged } from '../../infra/db/results.ts'

type DeviceBlock = { channelId: string; reason: string | null; createdAt: number; endAt: number | null }

/** The hashes of the browsers that are blocked now. */
export async function findBlockedDevices(db: Reader, now: number): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select distinct device_hash as hash from blocked_device where ends_at is null or ends_at > ${now}`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** The people whose browsers are blocked now, the newest block first. */
export async function findDeviceBlocks(db: Reader, now: number) {
  const { rows } = await sql<
    DeviceBlock & { channelName: string | null; devices: number }
  >`select blocked.channel_id as "channelId", channel.name as "channelName", blocked.devices, blocked.reason,
      blocked.created_at as "createdAt", blocked.ends_at as "endAt"
    from (select channel_id, count(*)::int as devices, max(reason) as reason, max(created_at)::bigint as created_at,
        max(ends_at)::bigint as ends_at
      from blocked_device where ends_at is null or ends_at > ${now} group by channel_id) as blocked
    left join channel on channel.id = blocked.channel_id
    order by blocked.created_at desc, blocked.channel_id`.execute(db)
  return rows
}

/**
 * Blocks the browsers of a person, or changes their reason and end; not those in which somebody with a role signed in. Returns
 * how many are blocked; null while those of `most` others are. Blocks that are over go.
 */
export async function putDeviceBlock(
  tx: Tx,
  { channelId, reason, createdAt, endAt }: DeviceBlock,
  most: number,
): Promise<number | null> {
  await sql`lock table blocked_device in share row exclusive mode`.execute(tx)
  await tx.deleteFrom('blocked_device').where('ends_at', '<=', createdAt).execute()
  const { others } = await tx
    .selectFrom('blocked_device')
    .where('channel_id', '!=', channelId)
    .select(sql<number>`count(distinct channel_id)::int`.as('others'))
    .executeTakeFirstOrThrow()
  if (others >= most) return null
  const { rows } = await sql`
    insert into blocked_device (channel_id, device_hash, reason, created_at, ends_at)
    select channel_id, device_hash, ${reason}, ${createdAt}, ${endAt} from account_device
    where channel_id = ${channelId} and not exists (
      select from account_device staff join site_role on site_role.channel_id = staff.channel_id
      where staff.device_hash = account_device.device_hash)
    on conflict (channel_id, device_hash) do update
      set reason = excluded.reason, created_at = excluded.created_at, ends_at = excluded.ends_at
    returning 1`.execute(tx)
  return rows.length
}

/** False when no browser of the person is blocked. */
export function deleteDeviceBlock(tx: Tx, channelId: string): Promise<boolean> {
  return tx.deleteFrom('blocked_device').where('channel_id', '=', channelId).$call(hasChanged)
}

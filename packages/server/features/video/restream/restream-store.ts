import type { RestreamStatus } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** A target that is on. */
export type EnabledTarget = { id: string; channelId: string; url: string; sealed: Buffer; version: number }

/** The targets that are on, of channels that exist. */
export async function listEnabledTargets(db: Reader, channelIds: readonly string[]): Promise<EnabledTarget[]> {
  const { rows } = await sql<EnabledTarget>`
    select restream_target.id, channel_id as "channelId", url, sealed, version
    from restream_target join channel on channel.id = channel_id
    where channel_id = any(${channelIds}::text[]) and is_enabled and channel.ended_at is null
    order by channel_id, restream_target.created_at, restream_target.id`.execute(db)
  return rows
}

export type StoredStatus = { id: string; liveId: number; status: RestreamStatus }

/** Stores what happens to targets. */
export async function updateStatuses(db: Reader, statuses: readonly StoredStatus[]): Promise<void> {
  await sql`
    update restream_target set status_live_id = news."liveId", status = news.status
    from jsonb_to_recordset(${JSON.stringify(statuses)}::jsonb) as news(id uuid, "liveId" integer, status jsonb)
    where restream_target.id = news.id`.execute(db)
}

/** A target for its streamer. `status`: null where no process has sent anything of the open live yet. */
export type ListedTarget = {
  id: string
  name: string
  url: string
  isEnabled: boolean
  isLive: boolean
  status: RestreamStatus | null
}

/** The targets of a channel, oldest first. A live counts while a process has its video. */
export async function listTargetRows(db: Reader, channelId: string): Promise<ListedTarget[]> {
  const { rows } = await sql<ListedTarget>`
    select restream_target.id, name, url, is_enabled as "isEnabled", on_air.id is not null as "isLive",
      case when status_live_id = on_air.id then status end as status
    from restream_target left join (
      select live.id from live join live_video on live_video.live_id = live.id
      where live.channel_id = ${channelId} and live.closed_at is null and lease_expires_at_db > clock_timestamp()
    ) as on_air on true
    where channel_id = ${channelId} order by created_at, restream_target.id`.execute(db)
  return rows
}

/** Locks the channel, so that its targets are counted one after another. Returns their number. */
export async function lockTargets(tx: Tx, channelId: string): Promise<number> {
  await tx.selectFrom('channel').select('id').where('id', '=', channelId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('restream_target')
    .where('channel_id', '=', channelId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewTarget = Omit<Tables['restream_target'], 'status' | 'status_live_id' | 'version'>

export async function insertTarget(tx: Tx, target: NewTarget): Promise<void> {
  await tx.insertInto('restream_target').values(target).execute()
}

/** The address of a target of the channel, which is locked. Null: there is none. */
export async function lockTargetUrl(tx: Tx, channelId: string, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('restream_target')
    .select('url')
    .where('id', '=', id)
    .where('channel_id', '=', channelId)
    .forUpdate()
    .executeTakeFirst()
  return row?.url ?? null
}

/** Updates a target. The status is that of before the change, and is forgotten. */
export async function updateTarget(
  tx: Tx,
  id: string,
  { name, ...others }: Partial<Pick<Tables['restream_target'], 'name' | 'url' | 'sealed' | 'is_enabled'>>,
): Promise<void> {
  await tx
    .updateTable('restream_target')
    .set({
      ...(name !== undefined && { name }),
      ...(Object.keys(others).length > 0 && {
        ...others,
        version: sql<number>`version + 1`,
        status_live_id: null,
        status: null,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a target of the channel. Returns its address, or null: there is none. */
export async function deleteTargetOf(tx: Tx, channelId: string, id: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('restream_target')
    .where('id', '=', id)
    .where('channel_id', '=', channelId)
    .returning('url')
    .executeTakeFirst()
  return row?.url ?? null
}
